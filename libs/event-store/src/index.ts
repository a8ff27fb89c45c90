export { Database, type DatabaseOptions, type Tx } from './database';
export { EventStore, type Appending, type EventStoreOptions, type StateUpdate } from './event-store';
export { isAfter } from './feed-order';
export type { FeedBatch, FeedCursor } from './sql/read-feed';
export type { StreamSum } from './sql/stream-sums';
export { type Leadership } from './leadership';
export { isTransient } from './transient';
export * as progress from './progress';
export * as rebuild from './rebuild';
export * as upkeep from './upkeep';
export * as deadLetters from './dead-letters';
export type {
  DeadLetter,
  DeadLetterKind,
  LetterChoice,
  LetterKey,
  LetterStanding,
  ListedDeadLetter,
  StoredDeadLetter,
} from './dead-letters';
export { Migration } from './migration';
export type { EntityManager } from '@mikro-orm/postgresql';
