import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runFolderOf, runFolderPrefix } from './run-folder';

// Node's modules only, see run-folder.ts.

/** Kafka nodes stop within seconds when all are told at once. */
const graceMs = 7_000;

/** Notes a process that outlives the worker which started it, with the signal that ends it. */
export function noteProcess(folder: string, pid: number, ending: NodeJS.Signals): void {
  mkdirSync(join(folder, 'processes'), { recursive: true });
  writeFileSync(join(folder, 'processes', String(pid)), ending);
}

/** Ends the noted processes, all at once, and removes the folder. */
export async function endRun(folder: string): Promise<void> {
  const noted = join(folder, 'processes');
  const pids = (existsSync(noted) ? readdirSync(noted) : []).map(Number);
  const running = pids.filter((pid) => belongsTo(pid, folder));
  for (const pid of running) send(pid, readFileSync(join(noted, String(pid)), 'utf8') as NodeJS.Signals);
  const deadline = performance.now() + graceMs;
  while (running.some(lives) && performance.now() < deadline) await sleep(20);
  for (const pid of running.filter(lives)) send(pid, 'SIGKILL');
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** Runs whose Jest was killed: their processes end and their folders go. */
export async function endAbandonedRuns(): Promise<void> {
  const place = dirname(runFolderOf(0));
  const folders = readdirSync(place).filter((name) => name.startsWith(runFolderPrefix));
  const abandoned = folders.filter((name) => !lives(Number(name.slice(runFolderPrefix.length))));
  await Promise.all(abandoned.map((name) => endRun(join(place, name))));
}

/** Every shared process names a file of the run's folder on its command line; a reused id does not. */
function belongsTo(pid: number, folder: string): boolean {
  try {
    const file = `/proc/${pid}/cmdline`;
    const words = existsSync(file)
      ? readFileSync(file, 'utf8')
      : execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
    return words.includes(folder);
  } catch {
    return false;
  }
}

function lives(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function send(pid: number, name: NodeJS.Signals): void {
  if (lives(pid)) process.kill(pid, name);
}
