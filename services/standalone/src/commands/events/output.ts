import { once } from 'node:events';
import type { Writable } from 'node:stream';

/** Writes and waits while the other side is behind. */
export async function write(out: Writable, text: string): Promise<void> {
  if (!out.write(text)) await once(out, 'drain');
}
