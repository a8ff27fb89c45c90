import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { access, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { tryHold } from '@atomicdb/embedded-postgres';
import { kafkaTools } from './java';

const run = promisify(execFile);

export const defaultCache = (): string => join(homedir(), '.cache', 'atomicdb');

/**
 * Folder of the broker's jars below `cache`. Maven fetches them the first time; a parallel
 * caller waits for the first. Throws one sentence when Maven is missing or fetches nothing.
 */
export async function brokerJars(cache: string = defaultCache()): Promise<string> {
  const pom = join(kafkaTools, 'pom.xml');
  const folder = join(cache, cacheName(await readFile(pom, 'utf8')));
  const jars = join(folder, 'lib');
  await mkdir(folder, { recursive: true });
  while (!(await exists(jars))) {
    const hold = await tryHold(join(folder, 'fetching'));
    if (!hold.held) await sleep(200);
    else await fetchUnlessThere(pom, folder, jars).finally(hold.release);
  }
  return jars;
}

/** A changed pom is another folder: `kafka-4.4.0-1f2e3d4c`. */
export function cacheName(pom: string): string {
  const version = /<artifactId>kafka_[\d.]+<\/artifactId>\s*<version>([\w.-]+)</.exec(pom)?.[1];
  if (version === undefined) throw new Error('The pom of the broker names no kafka_2.13.');
  return `kafka-${version}-${createHash('sha256').update(pom).digest('hex').slice(0, 8)}`;
}

async function fetchUnlessThere(pom: string, folder: string, jars: string): Promise<void> {
  if (await exists(jars)) return;
  const [draft, repository] = [join(folder, 'lib.partial'), join(folder, 'maven')];
  await rm(draft, { recursive: true, force: true });
  const goal = ['dependency:copy-dependencies', `-DoutputDirectory=${draft}`];
  await runMaven(['-B', '-q', '-f', pom, `-Dmaven.repo.local=${repository}`, ...goal]);
  await rename(draft, jars);
  await rm(repository, { recursive: true, force: true });
}

async function runMaven(words: string[]): Promise<void> {
  await run('mvn', words, { maxBuffer: 16_000_000 }).catch(
    (error: NodeJS.ErrnoException & { stdout?: string }) => {
      if (error.code === 'ENOENT')
        throw new Error('Kafka is fetched with Maven, and there is no mvn on the PATH.');
      throw new Error(`Maven could not fetch Kafka: ${error.stdout?.trim().slice(0, 500) || error.message}`);
    },
  );
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
