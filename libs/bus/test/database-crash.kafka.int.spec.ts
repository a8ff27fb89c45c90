import { startKafka } from '@atomicdb/testing';
import { KafkaBus } from '../src';
import { expectUnharmed, runDatabaseCrash } from './database/run-database-crash';

it('a database stopped immediately under load loses nothing acknowledged and has nothing applied twice, over Kafka', async () => {
  const kafka = await startKafka();
  const { brokers } = kafka;
  const shape = { partitions: 6, replicationFactor: 1, onError: () => undefined };
  try {
    expectUnharmed(
      await runDatabaseCrash(() => new KafkaBus({ brokers, clientId: 'database-crash', ...shape })),
    );
  } finally {
    await kafka.stop();
  }
});
