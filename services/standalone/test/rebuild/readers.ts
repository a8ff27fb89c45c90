import type { LiveSide } from './live-side';

/** A table of the live side and its key, of which rows only ever come. */
const watched = [
  { service: 'positions', table: 'positions', key: 'position' },
  { service: 'queue', table: 'requests', key: 'request_id' },
  { service: 'attribution', table: 'account_names', key: 'account_id' },
  { service: 'backing', table: 'backed_values', key: 'position' },
] as const;

const sampleSize = 50;
const pauseMs = 10;

export interface ReadReport {
  readonly reads: number;
  readonly longestMs: number;
  /** What went wrong, if anything did. */
  readonly faults: readonly string[];
}

/** Reads fixed rows of the live tables all the time, through prepared statements of live connections. */
export class Readers {
  private isRunning = true;
  private reads = 0;
  private longestMs = 0;
  private readonly faults: string[] = [];
  private work: Promise<unknown> = Promise.resolve();

  constructor(private readonly live: LiveSide) {}

  async start(): Promise<void> {
    const samples = await Promise.all(watched.map((table) => this.sample(table)));
    this.work = Promise.all(watched.map((table, index) => this.readOn(table, samples[index] ?? [])));
  }

  async stop(): Promise<ReadReport> {
    this.isRunning = false;
    await this.work;
    return { reads: this.reads, longestMs: this.longestMs, faults: this.faults };
  }

  private async sample({ service, table, key }: (typeof watched)[number]): Promise<string[]> {
    const rows = await this.live
      .database(service)
      .query<{ key: string }>('', `select ${key} as key from ${table} order by ${key} limit ${sampleSize}`);
    return rows.map((row) => row.key);
  }

  private async readOn(
    { service, table, key }: (typeof watched)[number],
    sample: readonly string[],
  ): Promise<void> {
    while (this.isRunning) {
      const startedAt = performance.now();
      const rows = await this.live
        .database(service)
        .query(`test-read-${table}`, `select * from ${table} where ${key} = any($1::text[])`, [sample])
        .catch((error: unknown) => String(error));
      this.reads += 1;
      this.longestMs = Math.max(this.longestMs, performance.now() - startedAt);
      if (typeof rows === 'string') this.faults.push(`${table}: ${rows}`);
      else if (rows.length !== sample.length)
        this.faults.push(`${table}: ${rows.length} rows of ${sample.length}`);
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}
