import type { workerApi } from '@atomicdb/rpc';

export type Outgoing = NonNullable<workerApi.WorkRequest['message']>;

type LastWord = Extract<Outgoing, { $case: 'complete' | 'abort' }>;

/**
 * The last word about each lease, until it has arrived: a result until it is acknowledged, an abort until an open
 * stream has taken it. What is lost with a stream is sent again on the next one; the other side stores it once.
 */
export class Outbox {
  private readonly words = new Map<string, LastWord>();

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
  }

  /**
   * Sends everything that is kept.
   *
   * @param send false when no stream is open
   */
  flush(send: (message: Outgoing) => boolean): void {
    for (const [leaseId, word] of this.words) {
      if (send(word) && word.$case === 'abort') this.words.delete(leaseId);
    }
  }
}
