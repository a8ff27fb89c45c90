import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { isAlive, waitForExit } from '@atomicdb/embedded-postgres';
import { runFolder } from '../src';
import { endAbandonedRuns, noteProcess } from '../src/run/end-run';
import { oncePerRun } from '../src/run/once-per-run';
import { runFolderOf } from '../src/run/run-folder';

const children: ChildProcess[] = [];

function sleeper(word: string): number {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => 0, 60_000)', word], { stdio: 'ignore' });
  children.push(child);
  return child.pid ?? 0;
}

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

describe('endAbandonedRuns', () => {
  it('ends what a killed run left, and spares a stranger that got one of its process ids', async () => {
    const gone = spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' });
    await once(gone, 'exit');
    const folder = runFolderOf(gone.pid ?? 0);
    mkdirSync(folder);
    const [left, stranger] = [sleeper(join(folder, 'postgres')), sleeper('elsewhere')];
    noteProcess(folder, left, 'SIGTERM');
    noteProcess(folder, stranger, 'SIGTERM');

    await endAbandonedRuns();
    expect(await waitForExit(left, 5_000)).toBe(true);
    expect(isAlive(stranger)).toBe(true);
    expect(existsSync(folder)).toBe(false);
    expect(existsSync(runFolder())).toBe(true);
  });
});

describe('oncePerRun', () => {
  it('makes a part once for all who ask at the same moment', async () => {
    const folder = await mkdtemp(join(runFolder(), 'once-'));
    let made = 0;
    const make = (): Promise<{ number: number }> => Promise.resolve({ number: (made += 1) });
    const answers = await Promise.all(Array.from({ length: 5 }, () => oncePerRun(folder, 'part', make)));
    expect(answers).toEqual(Array(5).fill({ number: 1 }));
  });

  it('lets the next one try when it could not be made', async () => {
    const folder = await mkdtemp(join(runFolder(), 'once-'));
    const fails = oncePerRun(folder, 'part', () => Promise.reject(new Error('no memory')));
    await expect(fails).rejects.toThrow('no memory');
    expect(await oncePerRun(folder, 'part', () => Promise.resolve(7))).toBe(7);
  });
});
