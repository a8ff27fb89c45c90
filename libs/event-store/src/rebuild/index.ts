export { closeGate } from './append-gate';
export { holdConsumers, releaseAsLive, takeOverBooks } from './bookkeeping';
export { boundHold, keepAlive, type HoldLimits } from './bounded-hold';
export { compareAtOneMoment, isEqual, type TableComparison } from './compare-tables';
export { hashTable, type TableHash } from './hash-table';
export { retiredOf, shadowOf } from './schemas';
export { clearShadow, dropRetired, openShadow, removeMark, type Shadow } from './shadow';
export { switchTables } from './switch-tables';
