import type { ConsumerStatus } from './bus';
import type { Onlooker } from './onlooker';

/** A consumer that only fails for so long is taken for dead: liveness fails and the process is started again. */
const deadAfterMs = 300_000;
/** Beyond what statements may take: 30 s each, and as long between two of them. */
const defaultLimitMs = 60_000;

export interface PulseOptions {
  /** Longest time of one transaction. */
  readonly limitMs?: number | undefined;
  /** Milliseconds from any moment on; a clock that somebody sets is none. */
  readonly now?: () => number;
}

/** How a consumer fares. Its transactions come one after the other. */
export class Pulse implements Onlooker {
  readonly isTracing = true;
  /** By part of its work, as a partition: what goes well in one says nothing of another. */
  private readonly failing = new Map<string, { readonly since: number; readonly lastError: string }>();
  private busySince: number | null = null;
  private readonly limitMs: number;
  private readonly now: () => number;

  constructor(
    private readonly name: string,
    private readonly onError: (error: unknown) => void,
    { limitMs = defaultLimitMs, now = () => performance.now() }: PulseOptions = {},
  ) {
    this.limitMs = limitMs;
    this.now = now;
  }

  /** That a part of the work goes well, or all of it. */
  beat(part?: string): void {
    if (part === undefined) this.failing.clear();
    else this.failing.delete(part);
  }

  fail(error: unknown, part = ''): void {
    const since = this.failing.get(part)?.since ?? this.now();
    this.failing.delete(part);
    this.failing.set(part, { since, lastError: String(error) });
    this.onError(error);
  }

  report(fault: unknown): void {
    this.onError(fault);
  }

  async during<T>(transaction: () => Promise<T>): Promise<T> {
    this.busySince = this.now();
    try {
      return await transaction();
    } finally {
      this.busySince = null;
    }
  }

  status(): ConsumerStatus {
    const { name } = this;
    const failing = [...this.failing.values()];
    if (hasPassed(this.busySince, this.limitMs, this.now()))
      return { name, alive: false, lastError: `a transaction has not ended within ${this.limitMs} ms` };
    const isDead = failing.some(({ since }) => hasPassed(since, deadAfterMs, this.now()));
    return { name, alive: !isDead, lastError: failing.at(-1)?.lastError ?? null };
  }
}

function hasPassed(since: number | null, ms: number, now: number): boolean {
  return since !== null && now - since >= ms;
}
