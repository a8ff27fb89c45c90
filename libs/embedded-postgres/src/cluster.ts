import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';

import type { Binaries } from './binaries';
import type { Layout } from './layout';
import type { SystemUser } from './system-user';

export const superuser = 'postgres';
/** The major version whose data these binaries read. */
const dataVersion = '18';
const run = promisify(execFile);

interface NewCluster {
  layout: Layout;
  binaries: Binaries;
  user: SystemUser | undefined;
  fsync: boolean;
}

/** Makes the cluster unless there is one; answers the superuser's password. */
export async function ensureCluster(wanted: NewCluster): Promise<string> {
  const { layout } = wanted;
  const version = await readFile(join(layout.cluster, 'PG_VERSION'), 'utf8').catch(() => undefined);
  if (version === undefined) return createCluster(wanted);
  if (version.trim() !== dataVersion) {
    throw new Error(
      `The data in ${layout.cluster} is of PostgreSQL ${version.trim()}; this one reads ${dataVersion}.`,
    );
  }
  return readFile(layout.password, 'utf8').catch(() => {
    throw new Error(
      `${layout.password} is missing, and with it the password of the database in ${layout.cluster}.`,
    );
  });
}

/**
 * initdb works in a draft that is renamed at the end, so a start that is killed in between
 * leaves no half cluster. The password is stored first: it is of no use without the cluster.
 */
async function createCluster({ layout, binaries, user, fsync }: NewCluster): Promise<string> {
  await removeDrafts(layout);
  const draft = `${layout.cluster}.new-${process.pid}`;
  await makeFolder(draft, user);
  const password = randomBytes(24).toString('base64url');
  await writeFile(layout.password, password, { mode: 0o600 });
  const passwordFile = `${draft}.password`;
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (user) await chown(passwordFile, user.uid, user.gid);
  await runInitdb(
    binaries.initdb,
    [...initdbArguments(draft, passwordFile), ...(fsync ? [] : ['--no-sync'])],
    user,
  );
  await rename(draft, layout.cluster);
  await removeDrafts(layout);
  return password;
}

/** C.UTF-8 of the system exists on every Linux, not on every macOS: there PostgreSQL's own of that name. */
export function initdbArguments(
  cluster: string,
  passwordFile: string,
  platform: string = process.platform,
): string[] {
  const locale =
    platform === 'darwin'
      ? ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
      : ['--locale=C.UTF-8'];
  const login = ['-U', superuser, '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
  return ['-D', cluster, '-E', 'UTF8', ...locale, ...login];
}

async function runInitdb(initdb: string, argv: string[], user: SystemUser | undefined): Promise<void> {
  try {
    await run(initdb, argv, { ...user, cwd: '/', timeout: 120_000 });
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string };
    throw new Error(`PostgreSQL could not make its data folder: ${stderr?.trim() || message}`);
  }
}

async function makeFolder(folder: string, user: SystemUser | undefined): Promise<void> {
  await mkdir(folder, { mode: 0o700 });
  if (user) await chown(folder, user.uid, user.gid);
}

async function removeDrafts(layout: Layout): Promise<void> {
  const names = await readdir(layout.root);
  const drafts = names.filter((name) => name.startsWith(`${basename(layout.cluster)}.new-`));
  await Promise.all(drafts.map((name) => rm(join(layout.root, name), { recursive: true, force: true })));
}
