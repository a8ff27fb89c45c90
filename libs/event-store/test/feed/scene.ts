import { freshDatabase } from '@atomicdb/testing';
import { Database, EventStore } from '../../src';

export interface Scene {
  readonly database: Database;
  readonly store: EventStore;
}

/** An empty store of its own with connections for every writer and reader of the model. */
export async function openScene(): Promise<Scene> {
  const fresh = await freshDatabase(['positions'], () => Promise.resolve());
  const url = fresh.roleUrl('positions');
  const database = await Database.open({ service: 'positions', url, maxConnections: 24 });
  await database.migrate();
  return { database, store: new EventStore(database, 'positions') };
}
