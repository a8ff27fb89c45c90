import { Writable } from 'node:stream';
import { freshDatabase, type FreshDatabase } from '@atomicdb/testing';
import { schemas } from '../../src';
import { exportEvents } from '../../src/commands/events/export';
import type { FoundProduct } from '../../src/commands/find-product';

/** The database of a product that was never started: roles and schemas, and nothing in them. */
export async function emptyProduct(): Promise<FoundProduct & { readonly fresh: FreshDatabase }> {
  const fresh = await freshDatabase([...schemas], () => Promise.resolve());
  return { fresh, roleUrl: fresh.roleUrl, brokers: null };
}

/** What the command would have written. */
export async function exported(product: Pick<FoundProduct, 'roleUrl'>, release: string): Promise<string> {
  const chunks: string[] = [];
  const out = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      chunks.push(chunk.toString());
      done();
    },
  });
  await exportEvents(product, release, out);
  return chunks.join('');
}
