import type { EventStoreOptions } from '@atomicdb/event-store';
import { entities } from './adapters/postgres/entities';
import { migrations } from './adapters/postgres/migrations';
import { updateAccounts } from './adapters/postgres/update-accounts';

const store: EventStoreOptions = { updateState: updateAccounts };

/** What the store of this service is made of, for commands that open it beside the service. */
export const storeParts = {
  database: { entities, migrations },
  store,
  /** Secrets are in no event; sessions end by themselves. */
  kept: ['credentials'],
} as const;
