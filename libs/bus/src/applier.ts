import { applyBatch } from './apply-batch';
import { applyReleased } from './apply-released';
import type { Consumer } from './bus';
import type { Batch, Place } from './delivery';
import { pause } from './pause';
import type { Pulse } from './pulse';

const lookMs = 500;
const retryMs = 2_000;

/**
 * Applies events for one consumer in this process, one transaction after the other: a consumer may keep the state of an
 * open batch in memory.
 */
export class Applier {
  private last: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly consumer: Consumer,
    private readonly pulse: Pulse,
  ) {}

  apply(place: Place, batch: Batch): Promise<void> {
    return this.inTurn(() => applyBatch(this.consumer, place, batch, this.pulse));
  }

  /** Looks for released letters until the signal, whether events come or not. */
  async watchReleased(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const waitMs = await this.inTurn(() => applyReleased(this.consumer, this.pulse)).then(
        (found) => (found ? 0 : lookMs),
        (error: unknown) => {
          this.pulse.report(error);
          return retryMs;
        },
      );
      await pause(waitMs, signal);
    }
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.last.then(work);
    this.last = mine.catch(() => undefined);
    return mine;
  }
}
