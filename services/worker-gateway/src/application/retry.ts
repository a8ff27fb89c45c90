import { setTimeout as pause } from 'node:timers/promises';
import { Unavailable } from '@atomicdb/rpc';

const firstMs = 500;
const longestMs = 10_000;

/**
 * Calls again, ever more slowly, while the other service does not answer. Every call of the gateway may be repeated.
 *
 * @param isWanted asked before each repetition; the last failure is thrown once it says no
 */
export async function retryUnavailable<T>(call: () => Promise<T>, isWanted: () => boolean): Promise<T> {
  for (let waitMs = firstMs; ; waitMs = Math.min(waitMs * 2, longestMs)) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof Unavailable) || !isWanted()) throw error;
      await pause(waitMs, undefined, { ref: false });
    }
  }
}
