import type { Writable } from 'node:stream';
import type { FoundProduct } from '../find-product';
import { eventLine } from './event-line';
import { write } from './output';
import { withStores } from './stores';

/** Prints one stream of whichever service has it. False when none has. */
export function show(
  product: FoundProduct,
  stream: string,
  json: boolean,
  out: Writable,
  signal?: AbortSignal,
): Promise<boolean> {
  return withStores(product, async (stores) => {
    let isFound = false;
    for (const store of stores.values()) {
      for (const event of await store.readCarried(stream)) {
        isFound = true;
        await write(out, eventLine(event, json), signal);
      }
    }
    return isFound;
  });
}
