import { readFile, realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

export interface SystemUser {
  uid: number;
  gid: number;
}

interface Access extends SystemUser {
  mode: number;
}

/** `postgres` first: data of `nobody` is open to every other daemon that runs as nobody. */
const preferred = ['postgres', 'nobody'];

/**
 * PostgreSQL refuses to run as root, so root starts it as a user that exists already:
 * the owner of the data when there is some, else the first of `preferred`.
 * Undefined when this process is not root and the server runs as the same user.
 */
export async function serverUser(cluster: string): Promise<SystemUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const owner = await stat(cluster).catch(() => undefined);
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const user = chooseUser(await readFile('/etc/passwd', 'utf8').catch(() => ''));
  if (user) return user;
  throw new Error(
    `PostgreSQL does not run as root, and there is no user ${preferred.join(' or ')} to run it as.`,
  );
}

/** Picks from the text of /etc/passwd. */
export function chooseUser(passwd: string): SystemUser | undefined {
  const entries = passwd.split('\n').map((line) => line.split(':'));
  const found = preferred.map((name) => entries.find((entry) => entry[0] === name)).find((entry) => entry);
  const [uid, gid] = [Number(found?.[2]), Number(found?.[3])];
  return uid > 0 && gid >= 0 ? { uid, gid } : undefined;
}

/** The outermost folder on the way to `folder` (itself included) that `user` may not enter. */
export async function closedFolder(
  folder: string,
  user: SystemUser | undefined,
): Promise<string | undefined> {
  if (!user) return undefined;
  for (const step of pathFromRoot(await realpath(folder))) {
    if (!mayEnter(await stat(step), user)) return step;
  }
  return undefined;
}

/** POSIX: the first class that matches decides, owner before group before others. */
export function mayEnter(folder: Access, user: SystemUser): boolean {
  if (folder.uid === user.uid) return (folder.mode & 0o100) !== 0;
  if (folder.gid === user.gid) return (folder.mode & 0o010) !== 0;
  return (folder.mode & 0o001) !== 0;
}

function pathFromRoot(folder: string): string[] {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [...pathFromRoot(parent), folder];
}
