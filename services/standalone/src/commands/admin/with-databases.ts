import { Database } from '@atomicdb/event-store';
import { schemas } from '../../database';
import { findProduct } from '../find-product';
import type { ProductPlace } from '../product-place';

/** Runs work with the database of every service that keeps dead letters, and closes them. */
export async function withDatabases<T>(
  place: ProductPlace,
  work: (databases: readonly Database[]) => Promise<T>,
): Promise<T> {
  const { roleUrl } = await findProduct(place);
  const databases: Database[] = [];
  try {
    for (const service of schemas)
      databases.push(await Database.open({ service, url: roleUrl(service), maxConnections: 1 }));
    return await work(databases);
  } finally {
    await Promise.all(databases.map((database) => database.close()));
  }
}
