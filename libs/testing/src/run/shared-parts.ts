import { join } from 'node:path';
import { startPostgres } from '@atomicdb/embedded-postgres';
import { startKafka } from '../kafka/start-kafka';
import { noteProcess } from './end-run';
import { oncePerRun } from './once-per-run';
import { runFolder } from './run-folder';

export interface SharedPostgres {
  superuserUrl: string;
}

export interface SharedKafka {
  brokers: string[];
}

/** Each test opens connections, and guards no password that anybody could want. */
const settings = { scram_iterations: '1' };

/** The PostgreSQL of this Jest run, started on first use; without fsync, as its data dies with it. */
export async function sharedPostgres(): Promise<SharedPostgres> {
  const folder = runFolder();
  return oncePerRun(folder, 'postgres', async () => {
    const dataDir = join(folder, 'postgres');
    const { pid, superuserUrl } = await startPostgres({ dataDir, fsync: false, settings });
    noteProcess(folder, pid, 'SIGQUIT');
    return { superuserUrl };
  });
}

/** The Kafka broker of this Jest run, started on first use. Specs share it: name topics apart. */
export async function sharedKafka(): Promise<SharedKafka> {
  const folder = runFolder();
  return oncePerRun(folder, 'kafka', async () => {
    const kafka = await startKafka({ dir: join(folder, 'kafka') });
    for (const pid of await kafka.pids()) noteProcess(folder, pid, 'SIGTERM');
    return { brokers: kafka.brokers };
  });
}
