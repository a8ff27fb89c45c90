import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { hasCluster, isHeld } from '@atomicdb/embedded-postgres';
import { startDatabase } from '../../database';
import { findProduct, UnreadableCluster, type FoundProduct } from '../find-product';
import type { ProductPlace } from '../product-place';

/** The product that runs on a data folder. A server that a killed process has left there is nobody's. */
async function findHeld(place: ProductPlace): Promise<FoundProduct | null> {
  const found = await findProduct(place).catch((error: unknown) => {
    if (error instanceof UnreadableCluster) throw error;
    return null;
  });
  return found && (await isHeld(join(place.data ?? '.data', 'postgres'))) ? found : null;
}

/**
 * The product that runs at a place, or the database of one that does not run, started for as long as the work takes.
 * A database of one's own is left as it is, but for roles and schemas that are missing.
 */
export async function withProduct<T>(
  place: ProductPlace,
  signal: AbortSignal,
  work: (product: FoundProduct) => Promise<T>,
): Promise<T> {
  const found = place.postgres === undefined ? await findHeld(place) : null;
  if (found) return work(found);
  const database = await startDatabase({ data: place.data ?? '.data', postgres: place.postgres ?? null });
  try {
    signal.throwIfAborted();
    return await work({
      roleUrl: (schema) => database.roleUrl(schema),
      brokers: place.kafka ?? null,
    });
  } finally {
    await database.stop();
  }
}

/** Whether a database was made there by the product or an import; of one of your own, whether it is found. */
async function isMade(place: ProductPlace): Promise<boolean> {
  if (place.postgres !== undefined) return (await findProduct(place)) !== null;
  const folder = join(place.data ?? '.data', 'postgres');
  // Looking must not make the folder.
  return existsSync(folder) && hasCluster(folder);
}

/** As withProduct for work that needs what is there: where there is no database, running or not, none is made. */
export async function withMadeProduct<T>(
  place: ProductPlace,
  signal: AbortSignal,
  work: (product: FoundProduct) => Promise<T>,
): Promise<T> {
  return (await isMade(place)) ? withProduct(place, signal, work) : work(await findProduct(place));
}

/** As above for work that only looks: a database of one's own stays as it is to the last role. */
export async function withLookedAtProduct<T>(
  place: ProductPlace,
  signal: AbortSignal,
  work: (product: FoundProduct) => Promise<T>,
): Promise<T> {
  return place.postgres === undefined ? withMadeProduct(place, signal, work) : work(await findProduct(place));
}
