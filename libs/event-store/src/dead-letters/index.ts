export type { DeadLetter, DeadLetterKind, ListedDeadLetter, StoredDeadLetter } from './dead-letter';
export { find } from './find';
export { readFollowing, releaseFollowing, type ReadStream } from './following';
export { list } from './list';
export { putBack } from './put-back';
export { readReleased, readStillReleased } from './read-released';
export { release, type LetterChoice } from './release';
export { remove } from './remove';
export { setAside } from './set-aside';
