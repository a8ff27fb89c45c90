import { writeFile } from 'node:fs/promises';

import { binariesFor } from './binaries';
import { adopt } from './adopt';
import { ensureCluster } from './cluster';
import { describeHolder, tryHold } from './holder';
import { launchWithRetries } from './launch-with-retries';
import { prepareLayout } from './layout';
import type { Layout } from './layout';
import { stopPostmaster } from './postmaster';
import type { StopMode } from './postmaster';
import { host } from './server';
import { urlOf } from './start';
import type { Found, Start } from './start';
import { closedFolder, serverUser } from './system-user';
import type { SystemUser } from './system-user';

export interface StartOptions {
  /** Folder for the cluster, its password, lock and log; made where there is none. */
  dataDir: string;
  /** Absent or 0: the port of the last start, or a free one where that is taken. */
  port?: number;
  /** Off only where the data may be lost, that is in tests. Default on. */
  fsync?: boolean;
  /** Further settings of the server (`postgres -c name=value`). */
  settings?: Record<string, string>;
}

export interface RunningPostgres {
  host: string;
  port: number;
  pid: number;
  /** Database `postgres` as the superuser. */
  superuserUrl: string;
  /** The server ran already: a killed process had left it. */
  adopted: boolean;
  /** Stops the server and gives the data free. Waits; kills after a deadline. */
  stop(mode?: StopMode): Promise<void>;
}

/**
 * Starts PostgreSQL on `dataDir`, or adopts the server a killed process left there.
 * Throws one sentence when another process holds the data, the given port is taken, or the
 * unprivileged user that runs the server cannot enter the folder.
 */
export async function startPostgres(options: StartOptions): Promise<RunningPostgres> {
  const layout = await prepareLayout(options.dataDir);
  const user = await serverUser(layout.cluster);
  await refuseClosedFolder(layout, user);
  const hold = await tryHold(layout.holder);
  if (!hold.held) throw new Error(`The data in ${layout.root} is held by ${describeHolder(hold.holder)}.`);
  try {
    const start = await prepare(options, layout, user);
    const found = (await adopt(start)) ?? (await launchWithRetries(start));
    await writeFile(layout.port, String(found.port));
    return running(start, found, hold.release);
  } catch (error) {
    await hold.release();
    throw error;
  }
}

async function refuseClosedFolder(layout: Layout, user: SystemUser | undefined): Promise<void> {
  const closed = await closedFolder(layout.root, user);
  if (closed === undefined) return;
  throw new Error(
    `PostgreSQL does not run as root, and the user it runs as cannot enter ${closed} to reach ` +
      `${layout.root}: choose a data folder outside of it.`,
  );
}

async function prepare(options: StartOptions, layout: Layout, user: SystemUser | undefined): Promise<Start> {
  const server = { fsync: options.fsync ?? true, settings: options.settings ?? {} };
  const binaries = await binariesFor(user);
  const password = await ensureCluster({ layout, binaries, user, fsync: server.fsync });
  return { layout, binaries, user, password, port: options.port ?? 0, server };
}

function running(start: Start, found: Found, release: () => Promise<void>): RunningPostgres {
  let stopping: Promise<void> | undefined;
  const stop = async (mode: StopMode): Promise<void> => {
    await stopPostmaster(found.pid, mode);
    await release();
  };
  return {
    ...found,
    host,
    superuserUrl: urlOf(found.port, start.password),
    stop: (mode = 'fast') => (stopping ??= stop(mode)),
  };
}
