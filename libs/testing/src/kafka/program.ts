import { existsSync } from 'node:fs';
import { mkdir, readFile, readdir, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { tryHold } from '@atomicdb/embedded-postgres';
import { makeClassArchive } from './class-archive';
import { cacheName, fetchJars } from './jars';
import { javaVersion, kafkaTools } from './java';
import type { Program } from './java';

/**
 * The broker's program below `cacheDir` (default `~/.cache/atomicdb`), fetched and prepared the
 * first time; a parallel caller waits for the first. Throws one sentence when Java or Maven is
 * missing or Maven fetches nothing.
 */
export async function prepareKafka(cacheDir = join(homedir(), '.cache', 'atomicdb')): Promise<Program> {
  const java = await javaVersion();
  const pom = join(kafkaTools, 'pom.xml');
  const folder = join(cacheDir, cacheName(await readFile(pom, 'utf8')));
  const [jars, archive] = [join(folder, 'lib'), join(folder, `classes-${java}.jsa`)];
  await mkdir(folder, { recursive: true });
  while (!existsSync(jars) || !existsSync(archive)) {
    const hold = await tryHold(join(folder, 'preparing'));
    if (hold.held) await prepareParts(pom, folder, jars, archive).finally(hold.release);
    else await sleep(200);
  }
  return {
    classPath: await classPathOf(jars),
    archive: (await stat(archive)).size > 0 ? archive : undefined,
  };
}

async function prepareParts(pom: string, folder: string, jars: string, archive: string): Promise<void> {
  if (!existsSync(jars)) await fetchJars(pom, folder, jars);
  if (!existsSync(archive)) await makeClassArchive(await classPathOf(jars), archive);
}

/** Jar by jar and in one order: an archive is good for the very class path it was made with. */
async function classPathOf(jars: string): Promise<string> {
  const names = (await readdir(jars)).sort();
  return names.map((name) => join(jars, name)).join(delimiter);
}
