import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

import { packageFolder, placeBinaries } from '../src/binaries';
import { enterablePlace } from '../src/enterable-place';
import { makeFolders } from '../src/make-folders';
import { serverUser } from '../src/system-user';
import { Scene } from './scene';

const run = promisify(execFile);
const scene = new Scene();
const isRoot = process.getuid?.() === 0;
afterEach(() => scene.clear());

describe('folders that the server’s user cannot enter', () => {
  it('runs the binaries from a copy in the cache folder, made once', async () => {
    const [home, cache] = [await scene.folder(), await scene.folder()];
    const checkout = join(home, 'checkout');
    const installed = packageFolder(`${process.platform}-${process.arch}`);
    await cp(installed, checkout, { recursive: true, verbatimSymlinks: true });
    await chmod(home, 0o700);
    const user = await serverUser(home);

    const placed = await placeBinaries(checkout, user, cache);
    expect(placed.postgres.startsWith(isRoot ? cache : checkout)).toBe(true);
    const { stdout } = await run(placed.postgres, ['--version'], { ...user });
    expect(stdout).toMatch(/^postgres \(PostgreSQL\) 18\./);
    const made = await stat(placed.postgres);
    expect((await placeBinaries(checkout, user, cache)).postgres).toBe(placed.postgres);
    expect((await stat(placed.postgres)).ino).toBe(made.ino);
  });

  it('says which folder shuts the data off when root starts it there', async () => {
    const home = await scene.folder();
    const dataDir = join(home, 'clone/.data');
    await mkdir(dataDir, { recursive: true });
    await chmod(home, 0o700);
    const started = scene.start({ dataDir });
    if (isRoot) await expect(started).rejects.toThrow(`cannot enter ${home} to reach ${dataDir}`);
    else expect((await started).adopted).toBe(false);
  });

  it('makes the folders that are missing, and tells of the one that cannot be made', async () => {
    const folder = await scene.folder();
    await writeFile(join(folder, 'file'), '');
    expect(await makeFolders(join(folder, 'a/b/c'))).toBe(join(folder, 'a'));
    expect(await makeFolders(join(folder, 'a/b'))).toBeUndefined();
    await expect(makeFolders(join(folder, 'file'))).rejects.toMatchObject({
      code: 'EEXIST',
      syscall: 'mkdir',
    });
    await expect(makeFolders(join(folder, 'file/d'))).rejects.toMatchObject({
      code: 'ENOTDIR',
      path: join(folder, 'file/d'),
    });
    // The recursive mkdir of Node never comes back from here.
    if (process.platform === 'linux')
      await expect(enterablePlace('/proc/atomicdb/postgres')).rejects.toMatchObject({
        code: 'ENOENT',
        syscall: 'mkdir',
        path: '/proc/atomicdb',
      });
  });

  it('places the data of a private home in a folder that the user can enter, the same at every start', async () => {
    const [home, elsewhere] = [await scene.folder(), await scene.folder()];
    const wanted = join(home, 'clone/.data/postgres');
    expect(await enterablePlace(wanted, elsewhere)).toBe(wanted);
    await chmod(home, 0o700);
    const place = await enterablePlace(wanted, elsewhere);
    expect(await enterablePlace(wanted, elsewhere)).toBe(place);
    if (isRoot) expect(dirname(place)).toBe(elsewhere);
    await (await scene.start({ dataDir: place })).stop();
    await chmod(home, 0o755);
    expect(await enterablePlace(wanted, elsewhere)).toBe(place);
    if (!isRoot) return;
    await cp(join(place, 'data'), join(wanted, 'data'), { recursive: true });
    await expect(enterablePlace(wanted, elsewhere)).rejects.toThrow(
      `Data lie both in ${wanted} and in ${place}, where they were placed while the first could not be entered: `,
    );
  });

  it('does not begin anew where the data lie in a folder that was shut off since', async () => {
    const [home, elsewhere] = [await scene.folder(), await scene.folder()];
    const wanted = join(home, '.data/postgres');
    const place = await enterablePlace(wanted, elsewhere);
    await (await scene.start({ dataDir: place })).stop();
    await chmod(home, 0o700);
    const again = enterablePlace(wanted, elsewhere);
    if (isRoot)
      await expect(again).rejects.toThrow(
        `The data in ${wanted} cannot be reached, as the user that PostgreSQL runs as cannot enter ${home}: chmod a+x ${home}, then start again.`,
      );
    else expect(await again).toBe(wanted);
  });
});
