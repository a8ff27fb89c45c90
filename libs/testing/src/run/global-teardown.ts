import { endRun } from './end-run';
import { runFolderOf } from './run-folder';

/** Jest globalTeardown: ends what the specs of the run shared. */
async function teardown(): Promise<void> {
  await endRun(runFolderOf(process.pid));
}

export = teardown;
