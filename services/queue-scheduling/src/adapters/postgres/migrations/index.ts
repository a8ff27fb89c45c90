import { QueueMigration } from './0002-queue';

export const migrations = [{ name: '0002-queue', class: QueueMigration }];
