import type { Consumer } from './bus';
import { pause } from './pause';

const standByMs = 1_000;
const watchMs = 250;

/**
 * Runs work until it ends. Work of an exclusive consumer runs while this process leads under the consumer's name and is
 * told to end when the leadership is lost; without the leadership this waits a moment. Gives whether it led.
 */
export async function asLeader(
  consumer: Consumer,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<boolean> {
  if (!consumer.exclusive) {
    await work(signal);
    return true;
  }
  const leadership = await consumer.database.tryLeadership(consumer.name);
  if (leadership === null) {
    await pause(standByMs, signal);
    return false;
  }
  const ending = new AbortController();
  const end = () => ending.abort();
  const watch = setInterval(() => {
    if (!leadership.held()) end();
  }, watchMs);
  signal.addEventListener('abort', end);
  if (signal.aborted) end();
  try {
    await work(ending.signal);
    return true;
  } finally {
    clearInterval(watch);
    signal.removeEventListener('abort', end);
    await leadership.release();
  }
}
