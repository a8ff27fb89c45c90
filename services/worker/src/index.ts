export { EngineFailure } from './adapters/engine/engine-process';
export { DoorClosed } from './adapters/grpc/door';
export { ReferenceWorker } from './application/reference-worker';
export type { SearchSnapshot, WorkerSnapshot } from './application/worker-snapshot';
export { workerDefaults, type WorkerOptions } from './worker-options';

/** A worker sees no events: it speaks to the gateway alone. */
export const processors = [] as const;
