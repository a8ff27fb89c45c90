import { Database } from '@atomicdb/event-store';
import { freshDatabase, sharedKafka } from '@atomicdb/testing';
import { KafkaBus } from '../src';
import { describeBus, SeenMigration } from './contract';

const migrations = [{ name: '0002-seen', class: SeenMigration }];

describeBus('Kafka', async () => {
  const { brokers } = await sharedKafka();
  const fresh = await freshDatabase(['queue', 'backing'], async () => undefined);
  const writer = await Database.open({ service: 'queue', url: fresh.roleUrl('queue') });
  const reader = await Database.open({ service: 'backing', url: fresh.roleUrl('backing'), migrations });
  await writer.migrate();
  await reader.migrate();
  return {
    writer,
    reader,
    bus: (onError = () => undefined) =>
      new KafkaBus({ brokers, clientId: 'contract', partitions: 6, replicationFactor: 1, onError }),
  };
});
