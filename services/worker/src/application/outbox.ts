import type { workerApi } from '@atomicdb/rpc';

export type Outgoing = NonNullable<workerApi.WorkRequest['message']>;

type LastWord = Extract<Outgoing, { $case: 'complete' | 'abort' }>;

/**
 * The last word about each lease, until it has arrived: a result until it is acknowledged, an abort until an open
 * stream has taken it. What is lost with a stream is sent again on the next one; the other side stores it once. Results
 * go one after the other, each when the one before is answered: a stream takes only so many messages a second.
 */
export class Outbox {
  private readonly words = new Map<string, LastWord>();
  /** Lease of the result that was sent and is not answered yet. */
  private underWay: string | null = null;

  get size(): number {
    return this.words.size;
  }

  complete(complete: workerApi.Complete): void {
    this.words.set(complete.leaseId, { $case: 'complete', complete });
  }

  abort(abort: workerApi.Abort): void {
    this.words.set(abort.leaseId, { $case: 'abort', abort });
  }

  /** The other side has answered. */
  settle(leaseId: string): void {
    this.words.delete(leaseId);
    if (this.underWay === leaseId) this.underWay = null;
  }

  /**
   * Sends every abort, and the oldest result where none is under way.
   *
   * @param send false when no stream is open
   */
  flush(send: (message: Outgoing) => boolean): void {
    for (const [leaseId, word] of this.words) {
      if (word.$case === 'abort' && send(word)) this.words.delete(leaseId);
    }
    const next = [...this.words.values()].find(({ $case }) => $case === 'complete');
    if (next?.$case !== 'complete' || this.underWay !== null) return;
    if (send(next)) this.underWay = next.complete.leaseId;
  }

  /** On a new stream, or when no answer came for long: what was under way may be lost. It goes last, should it be at fault. */
  sendAgain(send: (message: Outgoing) => boolean): void {
    const word = this.words.get(this.underWay ?? '');
    if (word?.$case === 'complete') {
      this.words.delete(word.complete.leaseId);
      this.complete(word.complete);
    }
    this.underWay = null;
    this.flush(send);
  }
}
