import { once } from 'node:events';
import type { Writable } from 'node:stream';

/** Writes and waits while the other side is behind. Throws what has befallen the stream, and when the signal is given. */
export async function write(out: Writable, text: string, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  if (out.errored) throw out.errored;
  if (!out.write(text)) await once(out, 'drain', signal ? { signal } : {});
}
