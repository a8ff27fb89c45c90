import { Database } from '@atomicdb/event-store';
import { freshDatabase } from '@atomicdb/testing';
import { EmbeddedBus } from '../src';
import { describeBus, SeenMigration } from './contract';

const migrations = [{ name: '0002-seen', class: SeenMigration }];

describeBus('embedded', async () => {
  const fresh = await freshDatabase(['queue', 'backing'], async () => undefined);
  const writer = await Database.open({ service: 'queue', url: fresh.roleUrl('queue') });
  const reader = await Database.open({ service: 'backing', url: fresh.roleUrl('backing'), migrations });
  await writer.migrate();
  await reader.migrate();
  return { writer, reader, bus: (onError = () => undefined) => new EmbeddedBus(onError) };
});
