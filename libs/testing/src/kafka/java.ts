import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const leastJava = 17;

/** Folder of the pom and of the broker's log settings. */
export const kafkaTools = join(__dirname, '../../../../tools/kafka');

/** How the broker's classes are found and loaded. */
export interface Program {
  classPath: string;
  /** Path of the class archive, see class-archive.ts; undefined where there is none. */
  archive: string | undefined;
}

/** A small heap and the first compiler only: ready in 2 s and 150 MB (measured). */
const machine = ['-Xms64m', '-Xmx256m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-XX:-UsePerfData'];

export function javaArguments(program: Program, main: string, words: string[]): string[] {
  const logging = `-Dlog4j2.configurationFile=${join(kafkaTools, 'log4j2.properties')}`;
  const archive = program.archive === undefined ? [] : [`-XX:SharedArchiveFile=${program.archive}`];
  return [...machine, '-Xshare:auto', ...archive, logging, '-cp', program.classPath, main, ...words];
}

/** The version of java on the PATH. Throws one sentence when there is none, or one too old for Kafka 4. */
export async function javaVersion(): Promise<string> {
  const { stderr, stdout } = await run('java', ['-version']).catch(() => {
    throw new Error(`Kafka needs Java ${leastJava} or newer, and there is no java on the PATH.`);
  });
  return acceptVersion(stderr + stdout);
}

/** Reads what `java -version` prints; up to Java 8 the first number is 1. */
export function acceptVersion(text: string): string {
  const version = /version "([\w.+-]+)"/.exec(text)?.[1] ?? 'unknown';
  const major = Number(/^(?:1\.)?(\d+)/.exec(version)?.[1] ?? leastJava);
  if (major >= leastJava) return version;
  throw new Error(`Kafka needs Java ${leastJava} or newer; java on the PATH is ${version}.`);
}

/** Writes the folder's identity; a formatted one stays as it is. */
export async function formatStorage(program: Program, clusterId: string, properties: string): Promise<void> {
  const words = ['format', '--ignore-formatted', '-t', clusterId, '-c', properties];
  await run('java', javaArguments(program, 'kafka.tools.StorageTool', words)).catch(
    (error: Error & { stderr?: string }) => {
      throw new Error(`Kafka could not format its storage: ${error.stderr?.trim() || error.message}`);
    },
  );
}
