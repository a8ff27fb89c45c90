import { mkdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/**
 * Makes a folder and those above it that are missing; gives the uppermost that was made, undefined where the folder is
 * there. Throws what the system says of the first that cannot be made. The recursive mkdir of Node tries for ever where
 * a folder that is there takes none, as /proc.
 */
export async function makeFolders(path: string): Promise<string | undefined> {
  const folder = resolve(path);
  const missing = await missingFolders(folder);
  for (const each of missing) await makeOne(each);
  if (missing.length === 0) await makeOne(folder);
  return missing[0];
}

/** From the uppermost to the folder itself. */
async function missingFolders(folder: string): Promise<string[]> {
  const missing: string[] = [];
  for (let at = folder; at !== dirname(at) && !(await isThere(at)); at = dirname(at)) missing.unshift(at);
  return missing;
}

/** Also where it is no folder: making one below it says so. */
async function isThere(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return false;
    throw error;
  }
}

const isFolder = (path: string) =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

/** Another process may have made it meanwhile. */
async function makeOne(folder: string): Promise<void> {
  if (await isFolder(folder)) return;
  await mkdir(folder).catch(async (error: unknown) => {
    if (!(await isFolder(folder))) throw error;
  });
}
