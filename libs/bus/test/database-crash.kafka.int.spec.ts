import { sharedKafka } from '@atomicdb/testing';
import { KafkaBus } from '../src';
import { expectUnharmed, runDatabaseCrash } from './database/run-database-crash';

it('a database stopped immediately under load loses nothing acknowledged and has nothing applied twice, over Kafka', async () => {
  const { brokers } = await sharedKafka();
  const shape = { partitions: 6, replicationFactor: 1, onError: () => undefined };
  expectUnharmed(
    await runDatabaseCrash(() => new KafkaBus({ brokers, clientId: 'database-crash', ...shape })),
  );
});
