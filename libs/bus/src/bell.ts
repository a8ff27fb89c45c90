import { pause } from './pause';

/** Rung when there is news. A ring that nobody waits for is kept for the next wait, so none is missed between two looks. */
export class Bell {
  private isRung = false;
  private end: () => void = () => undefined;

  ring(): void {
    this.isRung = true;
    this.end();
  }

  /** Waits for a ring, for the time at most, or until the signal. */
  async wait(ms: number, signal: AbortSignal): Promise<void> {
    const waiting = new AbortController();
    this.end = () => waiting.abort();
    signal.addEventListener('abort', this.end);
    if (this.isRung || signal.aborted) waiting.abort();
    await pause(ms, waiting.signal);
    signal.removeEventListener('abort', this.end);
    this.isRung = false;
  }
}
