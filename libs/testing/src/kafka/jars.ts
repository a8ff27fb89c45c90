import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A changed pom is another folder: `kafka-4.4.0-1f2e3d4c`. */
export function cacheName(pom: string): string {
  const version = /<artifactId>kafka_[\d.]+<\/artifactId>\s*<version>([\w.-]+)</.exec(pom)?.[1];
  if (version === undefined) throw new Error('The pom of the broker names no kafka_2.13.');
  return `kafka-${version}-${createHash('sha256').update(pom).digest('hex').slice(0, 8)}`;
}

/** Copies the jars of the pom to `jars`, whole or not at all. Throws one sentence when Maven fails. */
export async function fetchJars(pom: string, folder: string, jars: string): Promise<void> {
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
