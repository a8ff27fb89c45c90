import type { RebuildResult, RebuildWatch } from '@atomicdb/bus';
import { printable } from '../printable';

/** Where progress is written: a terminal has its line written over, anything else gets a line now and then. */
export interface Screen {
  readonly isTerminal: boolean;
  write(text: string): void;
  now(): number;
}

const lineEveryMs = 5_000;
const redrawEveryMs = 200;
const number = new Intl.NumberFormat('en');

const phases = {
  folding: 'folding the events',
  comparing: 'comparing the tables at one moment',
  switching: 'switching',
} as const;

/** Tells how one rebuild goes: events done of those to do, events a second, what is left. */
export class ProgressReport implements RebuildWatch {
  private readonly startedAt: number;
  private last = 0;
  private isOpen = false;

  constructor(
    private readonly name: string,
    private readonly screen: Screen,
  ) {
    this.startedAt = screen.now();
  }

  phase(phase: keyof typeof phases): void {
    this.line(`${this.name}: ${phases[phase]}`);
  }

  folded(done: number, total: number): void {
    const now = this.screen.now();
    const isDue = now - this.last >= (this.screen.isTerminal ? redrawEveryMs : lineEveryMs);
    if (total === 0 || !isDue) return;
    this.last = now;
    const text = `${this.name}: ${this.told(done, total, (now - this.startedAt) / 1_000)}`;
    if (!this.screen.isTerminal) return this.line(text);
    this.screen.write(`\r\u001b[K${text}`);
    this.isOpen = true;
  }

  report(fault: Error): void {
    this.line(`${this.name}: ${printable(fault.message)}`);
  }

  /** What came of it, table by table. */
  end({ events, seconds, tables, isResumed }: RebuildResult, isSwitched: boolean): void {
    const rate = seconds > 0 ? `, ${number.format(Math.round(events / seconds))} events/s` : '';
    const resumed = isResumed ? ' (gone on with)' : '';
    this.line(`${this.name}: ${number.format(events)} events in ${seconds.toFixed(1)} s${rate}${resumed}`);
    for (const { table, live, rebuilt } of tables) {
      const isSame = live.sha256 === rebuilt.sha256;
      const rows = isSame
        ? number.format(rebuilt.rows)
        : `${number.format(live.rows)} live, ${number.format(rebuilt.rows)} rebuilt`;
      const hash = isSame ? rebuilt.sha256 : `${live.sha256} live, ${rebuilt.sha256} rebuilt`;
      this.line(`  ${table}: ${isSame ? 'equal' : 'DIFFERENT'}, ${rows} rows, sha256 ${hash}`);
    }
    this.line(`${this.name}: ${isSwitched ? 'switched' : 'not switched; the live tables are as they were'}`);
  }

  private told(done: number, total: number, seconds: number): string {
    const rate = seconds > 0 ? done / seconds : 0;
    const left = rate > 0 ? `, ${Math.ceil((total - done) / rate)} s left` : '';
    const percent = Math.floor((100 * done) / total);
    const counts = `${number.format(done)} of ${number.format(total)} events (${percent} %)`;
    return `${counts}, ${number.format(Math.round(rate))} events/s${left}`;
  }

  private line(text: string): void {
    this.screen.write(`${this.isOpen ? '\n' : ''}${text}\n`);
    this.isOpen = false;
  }
}
