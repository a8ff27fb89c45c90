import { readFile, realpath } from 'node:fs/promises';

import { enterablePlace, holdsCluster } from './enterable-place';
import { tryHold } from './holder';
import { layoutOf } from './layout';
import { runningPostmaster } from './postmaster';
import { urlOf } from './start';

/** Where the server on `dataDir` answers, for commands beside a running product; undefined when none runs. */
export async function findPostgres(
  dataDir: string,
): Promise<{ port: number; superuserUrl: string } | undefined> {
  const root = await realpath(dataDir).catch(() => undefined);
  if (root === undefined) return undefined;
  const layout = layoutOf(root);
  const found = await runningPostmaster(layout.cluster);
  if (!found?.ready) return undefined;
  return { port: found.port, superuserUrl: urlOf(found.port, await readFile(layout.password, 'utf8')) };
}

/** Whether the data of a server, running or not, were made for this folder; see enterablePlace. The folder is there. */
export async function hasCluster(wanted: string): Promise<boolean> {
  return holdsCluster(await enterablePlace(wanted));
}

/** Whether a living process holds the data made for this folder: the server there is then its own to stop. */
export async function isHeld(wanted: string): Promise<boolean> {
  const hold = await tryHold(layoutOf(await enterablePlace(wanted)).holder);
  if (hold.held) await hold.release();
  return !hold.held;
}
