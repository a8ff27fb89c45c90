import { existsSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// Jest loads this file outside of its own resolver too (global setup), so it imports node's modules only.

export const runFolderPrefix = 'atomicdb-jest-';

export function runFolderOf(jestPid: number): string {
  return join(realpathSync(tmpdir()), `${runFolderPrefix}${jestPid}`);
}

/**
 * Folder of this Jest run, made by the global setup: what its workers share lies there and ends
 * with it. A spec runs in the process of Jest itself or in a child of it.
 */
export function runFolder(): string {
  const found = [process.pid, process.ppid].map(runFolderOf).find((path) => existsSync(path));
  if (found === undefined)
    throw new Error('Shared parts need the globalSetup of libs/testing in the Jest project.');
  return found;
}
