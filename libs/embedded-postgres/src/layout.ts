import { chmod, realpath } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

import { makeFolders } from './make-folders';

/** Where each file of one PostgreSQL lies below its data folder. */
export interface Layout {
  root: string;
  /** PGDATA itself; belongs to the user the server runs as. */
  cluster: string;
  /** Password of the superuser, mode 0600; the roles' passwords derive from it. */
  password: string;
  /** Names the process that uses the data; see holder.ts. */
  holder: string;
  /** The port of the last start, so that the next one has the same address. */
  port: string;
  log: string;
}

/** Makes the folder where there is none; links are resolved, so that one cluster has one name. */
export async function prepareLayout(dataDir: string): Promise<Layout> {
  const folder = resolve(dataDir);
  const first = await makeFolders(folder);
  if (first !== undefined) await letOthersPass(folder, first);
  return layoutOf(await realpath(folder));
}

/** Root's umask may be 077, and the server's user has to come through what was made here. */
async function letOthersPass(folder: string, first: string): Promise<void> {
  await chmod(folder, 0o711);
  if (folder !== first && folder !== dirname(folder)) await letOthersPass(dirname(folder), first);
}

export function layoutOf(root: string): Layout {
  const at = (name: string): string => join(root, name);
  return {
    root,
    cluster: at('data'),
    password: at('password'),
    holder: at('holder'),
    port: at('port'),
    log: at('server.log'),
  };
}
