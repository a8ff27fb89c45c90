import { readFile, realpath } from 'node:fs/promises';
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
