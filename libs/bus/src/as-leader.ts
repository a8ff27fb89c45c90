import type { Consumer } from './bus';
import { pause } from './pause';

const standByMs = 1_000;
const watchMs = 250;

/**
 * Runs work until it ends. Work of an exclusive consumer runs while this process leads under the consumer's name and is
 * told to end when the leadership is lost; without the leadership this waits a moment and returns.
 */
export async function asLeader(
  consumer: Consumer,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  if (!consumer.exclusive) return work(signal);
  const leadership = await consumer.database.tryLeadership(consumer.name);
  if (leadership === null) return pause(standByMs, signal);
  const ending = new AbortController();
  const end = () => ending.abort();
  const watch = setInterval(() => {
    if (!leadership.held()) end();
  }, watchMs);
  signal.addEventListener('abort', end);
  if (signal.aborted) end();
  try {
    await work(ending.signal);
  } finally {
    clearInterval(watch);
    signal.removeEventListener('abort', end);
    await leadership.release();
  }
}
