import { mkdirSync, rmSync } from 'node:fs';
import { endAbandonedRuns } from './end-run';
import { runFolderOf } from './run-folder';

/** Jest globalSetup: makes the folder of the run. Nothing starts before a spec asks for it. */
async function setup(): Promise<void> {
  const folder = runFolderOf(process.pid);
  await endAbandonedRuns();
  rmSync(folder, { recursive: true, force: true });
  // The user that runs PostgreSQL for root passes through, and cannot list it.
  mkdirSync(folder, { mode: 0o711 });
}

export = setup;
