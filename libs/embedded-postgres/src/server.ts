import { spawn } from 'node:child_process';
import { open, readFile, rename, stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Binaries } from './binaries';
import type { Layout } from './layout';
import { runningPostmaster, stopPostmaster } from './postmaster';
import type { SystemUser } from './system-user';

export const host = '127.0.0.1';

export interface ServerOptions {
  fsync: boolean;
  settings: Record<string, string>;
}

export type Launch =
  | { outcome: 'ready'; pid: number }
  | { outcome: 'port-taken' | 'orphans' | 'in-use' | 'failed'; log: string };

/** Recovery after a kill replays the log since the last checkpoint before the server is ready. */
const readyDeadlineMs = 300_000;
const keptLogBytes = 4_000_000;

const fixedSettings = {
  unix_socket_directories: '',
  max_connections: '200',
  track_commit_timestamp: 'off',
  // An open transaction holds the safe horizon of every event store back (architecture.md, Events).
  idle_in_transaction_session_timeout: '30s',
  // The statement of a killed process must not keep its locks until it is done.
  client_connection_check_interval: '2s',
  timezone: 'UTC',
};

/** The words after `postgres`; equal words mean a running server need not be restarted. */
export function serverArguments(cluster: string, port: number, { fsync, settings }: ServerOptions): string[] {
  const durability = fsync ? {} : { fsync: 'off', full_page_writes: 'off' };
  const all = Object.entries({ ...fixedSettings, ...durability, ...settings });
  return [
    '-D',
    cluster,
    '-h',
    host,
    '-p',
    String(port),
    ...all.flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
}

/** Starts the server in a session of its own: the terminal's ctrl-C must not reach it before its clients. */
export async function launch(
  layout: Layout,
  binaries: Binaries,
  argv: string[],
  user: SystemUser | undefined,
): Promise<Launch> {
  await rotateLog(layout.log);
  const log = await open(layout.log, 'a', 0o600);
  const { size } = await log.stat();
  const stdio = ['ignore', log.fd, log.fd] as ['ignore', number, number];
  const child = spawn(binaries.postgres, argv, { ...user, cwd: '/', detached: true, stdio });
  const exit = new Promise<string>((done) => {
    child.once('exit', (code, signal) => done(`exit ${code ?? signal ?? ''}`));
    child.once('error', (error) => done(error.message));
  });
  child.unref();
  await log.close();
  const ended = await Promise.race([exit, readyOrTimeout(layout.cluster, child.pid ?? -1, exit)]);
  if (ended === 'ready') return { outcome: 'ready', pid: child.pid as number };
  return explain(`${(await readFile(layout.log, 'utf8')).slice(size).trim()}\n${ended}`);
}

/** What the server's own words mean for the next attempt. */
export function explain(log: string): Launch {
  if (/could not bind .*Address already in use/.test(log)) return { outcome: 'port-taken', log };
  // Backends of a server killed with SIGKILL hold its shared memory until they notice.
  if (log.includes('pre-existing shared memory block')) return { outcome: 'orphans', log };
  const running = log.includes('lock file "postmaster.pid" already exists');
  return { outcome: running ? 'in-use' : 'failed', log };
}

/** Polls the server's own file, as pg_ctl does; resolves when ready, or past the deadline after stopping it. */
async function readyOrTimeout(cluster: string, pid: number, exit: Promise<string>): Promise<string> {
  let ended = false;
  void exit.then(() => (ended = true));
  const deadline = performance.now() + readyDeadlineMs;
  while (!ended && performance.now() < deadline) {
    const found = await runningPostmaster(cluster);
    if (found?.pid === pid && found.ready) return 'ready';
    await sleep(10);
  }
  if (!ended) await stopPostmaster(pid, 'immediate');
  return `not ready within ${readyDeadlineMs / 1000} s`;
}

async function rotateLog(log: string): Promise<void> {
  const found = await stat(log).catch(() => undefined);
  if (found && found.size > keptLogBytes) await rename(log, `${log}.old`);
}
