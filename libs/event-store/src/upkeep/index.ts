export { appendRecorded, findRecorded, type RecordedEvent } from './append-recorded';
export { readProgress, type ProgressRow } from './read-progress';
export { readVersions, type AppliedRow } from './read-versions';
export { streamFaults } from './stream-faults';
export { readKept, writeKept } from './kept-rows';
export { foreignTransactions, mapCursor, numberAgain, oldTransaction } from './number-again';
