import type { Logger } from '@atomicdb/telemetry';
import { ReferenceWorker, workerDefaults } from '@atomicdb/worker';
import type { Credentials } from './first-accounts';

export interface LocalWorker {
  stop(): Promise<void>;
}

/** The reference worker in this process, through the same door as any other. */
export function startLocalWorker(
  server: string,
  { name, password }: Credentials,
  logger: Logger,
): LocalWorker {
  const options = { ...workerDefaults, server, username: name, password, machine: 'local' };
  const worker = new ReferenceWorker(options, logger);
  worker.run().catch((error: unknown) => logger.error({ err: error }, 'the local worker has stopped'));
  return worker;
}
