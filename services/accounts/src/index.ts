import type { Processor } from '@atomicdb/bus';

export { AccountsModule } from './accounts.module';
export { storeParts } from './store-parts';

/** This service consumes no events. */
export const processors: readonly Processor[] = [];
