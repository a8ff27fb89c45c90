import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { tryHold } from '../src';
import { Scene } from './scene';

const scene = new Scene();
afterEach(() => scene.clear());

describe('tryHold', () => {
  it('gives the lock to one of many who find it stale at the same moment', async () => {
    const file = join(await scene.folder(), 'lock');
    const gone = spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' });
    await once(gone, 'exit');
    await writeFile(
      file,
      JSON.stringify({ pid: gone.pid, identity: 'then', command: 'gone', since: 'long ago' }),
    );
    const attempts = await Promise.all(Array.from({ length: 20 }, () => tryHold(file)));
    expect(attempts.filter((attempt) => attempt.held)).toHaveLength(1);
  });

  it('tells a living process from an earlier holder with the same id', async () => {
    const file = join(await scene.folder(), 'lock');
    await writeFile(
      file,
      JSON.stringify({ pid: process.pid, identity: 'an earlier life', command: '', since: '' }),
    );
    expect((await tryHold(file)).held).toBe(true);
  });

  it('takes a torn lock file for a stale one', async () => {
    const file = join(await scene.folder(), 'lock');
    await writeFile(file, '{"pid":');
    expect((await tryHold(file)).held).toBe(true);
  });

  it('releases only what is its own', async () => {
    const file = join(await scene.folder(), 'lock');
    const first = await tryHold(file);
    if (!first.held) throw new Error('the lock of an empty folder was refused');
    await writeFile(file, 'another holder');
    await first.release();
    expect(await readFile(file, 'utf8')).toBe('another holder');
  });
});
