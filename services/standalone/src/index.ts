import type { Processor } from '@atomicdb/bus';

export { startDatabase, schemas, type RunningDatabase } from './database';
export { faultSentence } from './fault-sentence';
export { ensureFirstAccounts, type Credentials } from './first-accounts';
export { clusterHelp, doorAddress, help, parseOptions, type Options } from './options';

/** Nothing here consumes events: the services of the process do. */
export const processors: readonly Processor[] = [];
