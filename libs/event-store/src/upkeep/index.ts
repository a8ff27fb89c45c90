export { appendRecorded, findRecorded, type RecordedEvent } from './append-recorded';
export { readProgress, type ProgressRow } from './read-progress';
export { readVersions, type AppliedRow } from './read-versions';
export { readHeld, type HeldRow } from './read-held';
export { lastVersions } from './last-versions';
export { versionsUpTo } from './versions-up-to';
export { streamFaults } from './stream-faults';
export { readKept, writeKept } from './kept-rows';
export { foreignTransactions, mapCursor, numberAgain, oldTransaction } from './number-again';
