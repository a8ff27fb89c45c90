export { readCursors } from './read-cursors';
export { lockCursor } from './lock-cursor';
export { writeCursor } from './write-cursor';
export { readStreams, type StreamProgress } from './read-streams';
export { claimVersions } from './claim-versions';
export { writeVersions } from './write-versions';
export { writeMissing } from './write-missing';
export { removeVersions } from './remove-versions';
