export { readCursors } from './read-cursors';
export { lockCursor } from './lock-cursor';
export { writeCursor } from './write-cursor';
export { readStreams, type StreamProgress } from './read-streams';
export { writeVersions } from './write-versions';
export { writeMissing } from './write-missing';
