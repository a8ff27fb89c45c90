import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { commandLine, isAlive, processesIn, signal, waitForExit } from './processes';

export interface Postmaster {
  pid: number;
  port: number;
  /** The server's own word: it accepts connections. */
  ready: boolean;
}

/** `fast` ends sessions and writes a checkpoint; `immediate` leaves recovery to the next start. */
export type StopMode = 'fast' | 'immediate';

const stopDeadlineMs = { fast: 20_000, immediate: 5_000 };

/** The server that runs on this cluster, from its postmaster.pid; a file left by a dead one does not count. */
export async function runningPostmaster(cluster: string): Promise<Postmaster | undefined> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const postmaster = parsePostmaster(text);
  if (!postmaster || !isAlive(postmaster.pid)) return undefined;
  return commandLine(postmaster.pid).includes(cluster) ? postmaster : undefined;
}

/** Lines of postmaster.pid (PostgreSQL, pidfile.h): 1 process, 4 port, 8 state. */
export function parsePostmaster(text: string): Postmaster | undefined {
  const lines = text.split('\n');
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  return pid > 0 ? { pid, port, ready: lines[7]?.trim() === 'ready' } : undefined;
}

/**
 * Removes what a dead server left. PostgreSQL itself refuses to start while any process of its
 * user has the recorded id, be it a zombie or a stranger. Some other PostgreSQL with that id
 * is left to its judgement.
 */
export async function removeStalePidFile(cluster: string): Promise<void> {
  const file = join(cluster, 'postmaster.pid');
  const pid = parsePostmaster(await readFile(file, 'utf8').catch(() => ''))?.pid;
  const stale = pid === undefined || !isAlive(pid) || !commandLine(pid).includes('postgres');
  if (stale) await rm(file, { force: true });
}

/** Stops and waits; past the deadline the next harder signal follows, SIGKILL at last. */
export async function stopPostmaster(pid: number, mode: StopMode): Promise<void> {
  if (mode === 'fast') {
    signal(pid, 'SIGINT');
    if (await waitForExit(pid, stopDeadlineMs.fast)) return;
  }
  signal(pid, 'SIGQUIT');
  if (await waitForExit(pid, stopDeadlineMs.immediate)) return;
  signal(pid, 'SIGKILL');
  await waitForExit(pid, stopDeadlineMs.immediate);
}

/**
 * Ends what a killed server left working: a backend notices the server's death when it next
 * waits, so one in a long query holds the shared memory until that is done. Call it only when
 * no server runs on the cluster.
 */
export async function endOrphans(cluster: string): Promise<void> {
  const orphans = processesIn(cluster);
  for (const pid of orphans) signal(pid, 'SIGKILL');
  await Promise.all(orphans.map((pid) => waitForExit(pid, stopDeadlineMs.immediate)));
}
