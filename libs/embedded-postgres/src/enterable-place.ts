import { createHash } from 'node:crypto';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { layoutOf, prepareLayout } from './layout';
import { closedFolder, serverUser } from './system-user';

const systemFolder = '/var/lib/atomicdb';

/**
 * Where the data of `wanted` can lie: there, or, when root started from a folder that the server's user may not enter (a
 * checkout below a private home), in a folder of the system that is named after it. The same answer at every start:
 * throws a sentence where data lie in a folder that was shut off since.
 */
export async function enterablePlace(wanted: string, elsewhere = systemFolder): Promise<string> {
  const layout = await prepareLayout(wanted);
  const aside = join(elsewhere, createHash('sha256').update(layout.root).digest('hex').slice(0, 12));
  const [isHere, isAside] = await Promise.all([layout.root, aside].map((root) => holdsCluster(root)));
  if (isHere && isAside) {
    throw new Error(
      `Data lie both in ${layout.root} and in ${aside}, where they were placed while the first could not be entered: ` +
        'move away those that are not wanted, then start again.',
    );
  }
  if (isAside) return aside;
  const closed = await closedFolder(layout.root, await serverUser(layout.cluster));
  if (closed === undefined) return layout.root;
  if (!isHere) return aside;
  throw new Error(
    `The data in ${layout.root} cannot be reached, as the user that PostgreSQL runs as cannot enter ${closed}: ` +
      `chmod a+x ${closed}, then start again.`,
  );
}

/** Whether a server's data lie below a folder, running or not. */
export function holdsCluster(root: string): Promise<boolean> {
  return access(join(layoutOf(root).cluster, 'PG_VERSION')).then(
    () => true,
    () => false,
  );
}
