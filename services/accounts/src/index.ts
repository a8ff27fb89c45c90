import type { Processor } from '@atomicdb/bus';

export { AccountsModule } from './accounts.module';

/** This service consumes no events. */
export const processors: readonly Processor[] = [];
