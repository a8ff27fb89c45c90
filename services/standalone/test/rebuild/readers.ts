import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { eventually } from '@atomicdb/testing';
import type { LiveSide } from './live-side';

/** A table of the live side and its key, of which rows only ever come. */
const watched = [
  { service: 'positions', table: 'positions', key: 'position' },
  { service: 'queue', table: 'requests', key: 'request_id' },
  { service: 'attribution', table: 'account_names', key: 'account_id' },
  { service: 'backing', table: 'backed_values', key: 'position' },
] as const;

const startMs = 60_000;

export interface ReadReport {
  readonly reads: number;
  readonly longestMs: number;
  /** What went wrong, if anything did. */
  readonly faults: readonly string[];
}

/** Reads the live tables all the time, in a process of its own: what it waits for is the database. */
export class Readers {
  private child: ChildProcess | null = null;
  private output = '';

  constructor(private readonly live: LiveSide) {}

  async start(): Promise<void> {
    const places = watched.map((place) => ({ ...place, url: this.live.fresh.roleUrl(place.service) }));
    const child = spawn(process.execPath, [join(__dirname, 'readers-process.cjs'), JSON.stringify(places)], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    this.child = child;
    child.stdout.on('data', (chunk) => (this.output += String(chunk)));
    await eventually(() => expect(this.output).toContain('reading\n'), { timeoutMs: startMs });
  }

  async stop(): Promise<ReadReport> {
    if (this.child === null) throw new Error('the readers were not started');
    const ended = once(this.child, 'close');
    this.child.stdin?.end();
    await ended;
    return JSON.parse(this.output.trim().split('\n').at(-1) ?? '') as ReadReport;
  }
}
