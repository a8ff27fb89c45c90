export { type Decider, fold } from './decider';
export { Rejected, type RejectionCode, isRejected, rejectionStatus } from './rejected';
export { ConflictError } from './conflict';
