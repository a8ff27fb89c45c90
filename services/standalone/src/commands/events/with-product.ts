import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { startDatabase } from '../../database';
import { findProduct, type FoundProduct } from '../find-product';
import type { ProductPlace } from '../product-place';

/**
 * The product that runs at a place, or the database of one that does not run, started for as long as the work takes.
 * A database of one's own is left as it is, but for roles and schemas that are missing.
 */
export async function withProduct<T>(
  place: ProductPlace,
  work: (product: FoundProduct) => Promise<T>,
): Promise<T> {
  const found = place.postgres === undefined ? await findProduct(place).catch(() => null) : null;
  if (found) return work(found);
  const database = await startDatabase({ data: place.data ?? '.data', postgres: place.postgres ?? null });
  try {
    return await work({
      roleUrl: (schema) => database.roleUrl(schema),
      brokers: place.kafka ?? null,
    });
  } finally {
    await database.stop();
  }
}

/** As above for work that only looks: where there is no database, running or not, none is made. */
export async function withMadeProduct<T>(
  place: ProductPlace,
  work: (product: FoundProduct) => Promise<T>,
): Promise<T> {
  const isMade = place.postgres === undefined && existsSync(join(place.data ?? '.data', 'postgres'));
  return isMade ? withProduct(place, work) : work(await findProduct(place));
}
