import { setTimeout as sleep } from 'node:timers/promises';

export interface EventuallyOptions {
  /** Default 10 s. */
  timeoutMs?: number;
  /** Pause between attempts. Default 25 ms. */
  everyMs?: number;
}

/**
 * Repeats `attempt` until it does not throw, and gives its answer. Past the time it throws what
 * the last attempt threw, so that a failed expectation reads as one.
 */
export async function eventually<T>(
  attempt: () => T | Promise<T>,
  options: EventuallyOptions = {},
): Promise<T> {
  const deadline = performance.now() + (options.timeoutMs ?? 10_000);
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (performance.now() >= deadline) throw error;
    }
    await sleep(options.everyMs ?? 25);
  }
}
