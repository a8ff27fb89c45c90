import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync, readlinkSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Tells a process from a later one that got the same id. Undefined when none lives;
 * a zombie does not live (an orphan stays one where process 1 does not reap).
 */
export function processIdentity(pid: number): string | undefined {
  return process.platform === 'linux' ? linuxIdentity(pid) : reportOfPs(pid, 'lstart=');
}

export function isAlive(pid: number): boolean {
  return processIdentity(pid) !== undefined;
}

/** The words a process was started with, joined by blanks; empty when it is gone or hidden. */
export function commandLine(pid: number): string {
  if (process.platform !== 'linux') return reportOfPs(pid, 'command=') ?? '';
  return (readOrUndefined(`/proc/${pid}/cmdline`) ?? '').replaceAll('\0', ' ').trim();
}

/** Waits until the process is gone; false when it still lives after `timeoutMs`. */
export async function waitForExit(pid: number, timeoutMs: number): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  while (isAlive(pid)) {
    if (performance.now() > deadline) return false;
    await sleep(15);
  }
  return true;
}

/**
 * Processes that work in `folder`, of those this user may look at. Linux only; empty elsewhere.
 */
export function processesIn(folder: string): number[] {
  if (process.platform !== 'linux') return [];
  const pids = readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0);
  return pids.filter((pid) => workingFolder(pid) === folder);
}

function workingFolder(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}

/** Sends a signal; a process that is gone already is no fault. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function linuxIdentity(pid: number): string | undefined {
  const stat = readOrUndefined(`/proc/${pid}/stat`);
  if (stat === undefined) return undefined;
  // proc(5): the name in parentheses may hold blanks; after it come field 3 (state) and 22 (start time).
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (fields[0] === 'Z' || fields[0] === 'X') return undefined;
  return `${readOrUndefined('/proc/sys/kernel/random/boot_id')?.trim() ?? ''}:${fields[19] ?? ''}`;
}

function reportOfPs(pid: number, column: string): string | undefined {
  try {
    const report = execFileSync('ps', ['-o', 'stat=', '-o', column, '-p', String(pid)], {
      encoding: 'utf8',
    }).trim();
    return report === '' || report.startsWith('Z') ? undefined : report.replace(/^\S+\s+/, '');
  } catch {
    return undefined;
  }
}

function readOrUndefined(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
