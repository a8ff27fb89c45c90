import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bus, Tail } from '@atomicdb/bus';
import type { DomainEvent, EventRecord } from '@atomicdb/events';
import type { Problem } from '@atomicdb/rest';
import { ServiceHost } from '@atomicdb/service-process';
import { createLogger } from '@atomicdb/telemetry';
import { WebGatewayModule, type WebGatewayConfig } from '../src';
import { ScriptedPeers } from './scripted-peers';

export const start = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
export const startKey = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -';
export const startId = `atomic:${startKey}`;
export const ladder = [256_000, 1_024_000, 4_000_000, 20_000_000];

/** A bus whose events a test hands out itself. */
class HandBus implements Bus {
  private readonly tails: Tail[] = [];

  tail(tail: Tail): void {
    this.tails.push(tail);
  }

  hand(record: EventRecord): void {
    for (const tail of this.tails) if (tail.types.includes(record.event.type)) tail.handle(record);
  }

  join(): void {
    for (const tail of this.tails) tail.joined?.();
  }

  publish = () => undefined;
  consume = () => undefined;
  watch = () => undefined;
  start = () => Promise.resolve();
  stop = () => Promise.resolve();
  status = () => [];
}

export function makeWebsite(): string {
  const folder = mkdtempSync(join(tmpdir(), 'atomicdb-website-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>AtomicDB</title>'.padEnd(2_000, ' '));
  writeFileSync(join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  writeFileSync(join(folder, 'assets', 'main-C0ffee.js'), 'export const a = 1;\n'.repeat(100));
  return folder;
}

export interface JsonAnswer<T> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: T;
}

/** The gateway with its HTTP doors open, over peers and a bus that the test scripts. */
export class RunningGateway {
  readonly origin: string;

  private constructor(
    readonly peers: ScriptedPeers,
    private readonly bus: HandBus,
    private readonly host: ServiceHost,
    private readonly website: string,
  ) {
    this.origin = `http://127.0.0.1:${host.port}`;
  }

  static async start(config: Pick<WebGatewayConfig, 'walkLimit'> = {}): Promise<RunningGateway> {
    const peers = new ScriptedPeers();
    const bus = new HandBus();
    const websiteDir = makeWebsite();
    const context = {
      databaseUrl: () => '',
      bus,
      peers: peers.peers,
      logger: createLogger('web-gateway', 'silent'),
    };
    const modules = [
      WebGatewayModule.register(context, { ladder, ladderName: 'laptop', websiteDir, ...config }),
    ];
    const host = await ServiceHost.start({ context, modules, http: { host: '127.0.0.1', port: 0 } });
    return new RunningGateway(peers, bus, host, websiteDir);
  }

  async stop(): Promise<void> {
    await this.host.stop();
    rmSync(this.website, { recursive: true });
  }

  get port(): number {
    return this.host.port;
  }

  /** Events may have been missed, as after the bus was away. */
  missEvents(): void {
    this.bus.join();
  }

  /** An event as the bus would hand it out. */
  happen(event: DomainEvent): void {
    this.bus.hand({
      eventId: '00000000-0000-8000-8000-000000000000',
      type: event.type,
      schemaVersion: 1,
      stream: 'test-1',
      version: 1,
      occurredAt: '2026-01-01T00:00:00.000Z',
      producer: 'test',
      canonicalVersion: 1,
      traceparent: null,
      event,
    });
  }

  call(path: string, init: RequestInit = {}): Promise<Response> {
    return fetch(`${this.origin}${path}`, { redirect: 'manual', ...init });
  }

  async json<T>(path: string, init: RequestInit = {}): Promise<JsonAnswer<T>> {
    const response = await this.call(path, init);
    const body = (await response.json()) as T;
    return { status: response.status, headers: response.headers, body };
  }

  query<T>(fen: string, variant = 'atomic'): Promise<JsonAnswer<T>> {
    return this.json(`/atomicdb/api/query?${new URLSearchParams({ fen, variant }).toString()}`);
  }

  postJson<T>(path: string, body: unknown, headers: Record<string, string> = {}): Promise<JsonAnswer<T>> {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return this.json(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: text,
    });
  }

  postForm<T>(path: string, fields: Record<string, string>): Promise<JsonAnswer<T>> {
    return this.json(path, { method: 'POST', body: new URLSearchParams(fields) });
  }
}

/** What a problem says, apart from its sentences. */
export function factsOf({ status, headers, body }: JsonAnswer<Problem>): {
  status: number;
  type: string | null;
  code: string;
  field?: string | undefined;
} {
  const named = body.field === undefined ? {} : { field: body.field };
  return { status, type: headers.get('content-type'), code: body.code, ...named };
}

/** The facts of a problem with this status and code. */
export function aProblem(status: number, code: string, field?: string) {
  const named = field === undefined ? {} : { field };
  return { status, type: 'application/problem+json; charset=utf-8', code, ...named };
}
