import { QueueMigration } from './0002-queue';
import { PassesMigration } from './0003-passes';

export const migrations = [
  { name: '0002-queue', class: QueueMigration },
  { name: '0003-passes', class: PassesMigration },
];
