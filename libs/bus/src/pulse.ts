import type { ConsumerStatus } from './bus';

/** A consumer that only fails for so long is taken for dead: liveness fails and the process is started again. */
const deadAfterMs = 300_000;

/** How a consumer fares. */
export class Pulse {
  private failingSince: number | null = null;
  private lastError: string | null = null;

  constructor(
    private readonly name: string,
    private readonly onError: (error: unknown) => void,
    private readonly now: () => number = Date.now,
  ) {}

  beat(): void {
    this.failingSince = null;
    this.lastError = null;
  }

  fail(error: unknown): void {
    this.failingSince ??= this.now();
    this.lastError = String(error);
    this.onError(error);
  }

  status(): ConsumerStatus {
    const alive = this.failingSince === null || this.now() - this.failingSince < deadAfterMs;
    return { name: this.name, alive, lastError: this.lastError };
  }
}
