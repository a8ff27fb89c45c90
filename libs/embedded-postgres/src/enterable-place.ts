import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { prepareLayout } from './layout';
import { closedFolder, serverUser } from './system-user';

const systemFolder = '/var/lib/atomicdb';

/**
 * Where the data of `wanted` can lie: there, or, when root started from a folder that the server's user may not enter (a
 * checkout below a private home), in a folder of the system that is named after it. The same answer at every start.
 */
export async function enterablePlace(wanted: string, elsewhere = systemFolder): Promise<string> {
  const layout = await prepareLayout(wanted);
  const closed = await closedFolder(layout.root, await serverUser(layout.cluster));
  if (closed === undefined) return layout.root;
  return join(elsewhere, createHash('sha256').update(layout.root).digest('hex').slice(0, 12));
}
