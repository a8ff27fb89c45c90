import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { z } from '@atomicdb/config';
import { telemetryEnvironment } from '@atomicdb/telemetry';
import { workerDefaults, type WorkerOptions } from './worker-options';

export const help = `Runs analyses for AtomicDB with a UCI engine on this machine.

  npm run worker -- --server HOST:PORT --username NAME [options]

  --server HOST:PORT     the gateway of the workers (WORKER_SERVER)
  --username NAME        your account (WORKER_USERNAME)
  --password-file FILE   file that holds its password (WORKER_PASSWORD_FILE, or the password itself in WORKER_PASSWORD)
  --machine NAME         name of this machine on the boards (WORKER_MACHINE; ${workerDefaults.machine})
  --engine PATH          a native UCI engine that plays atomic (WORKER_ENGINE; the bundled one, which is 3-10 times slower)
  --threads N            threads of one search (WORKER_THREADS; ${workerDefaults.threads})
  --slots N              searches at once (WORKER_SLOTS; ${workerDefaults.slots})
  --hash MB              hash table of one search (WORKER_HASH; ${workerDefaults.hashMb})
  --insecure             no TLS to a host that is not this machine: the password travels in the clear
  --help                 this text

TLS is used unless the host is this machine itself. Ctrl-C gives the tasks back and ends; a second ctrl-C ends at once.
`;

const definitions = {
  server: { type: 'string' },
  username: { type: 'string' },
  'password-file': { type: 'string' },
  machine: { type: 'string' },
  engine: { type: 'string' },
  threads: { type: 'string' },
  slots: { type: 'string' },
  hash: { type: 'string' },
  insecure: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

/** Variables of the environment that stand for an option which is not given. */
export const environment = telemetryEnvironment.extend({
  WORKER_SERVER: z.string().optional(),
  WORKER_USERNAME: z.string().optional(),
  WORKER_PASSWORD: z.string().optional(),
  WORKER_PASSWORD_FILE: z.string().optional(),
  WORKER_MACHINE: z.string().optional(),
  WORKER_ENGINE: z.string().optional(),
  WORKER_THREADS: z.string().optional(),
  WORKER_SLOTS: z.string().optional(),
  WORKER_HASH: z.string().optional(),
  WORKER_INSECURE: z.enum(['0', '1']).optional(),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal']).optional(),
});

type Environment = z.output<typeof environment>;

/** A command line that cannot be run; the message is one sentence. */
export class UsageError extends Error {}

function required(value: string | undefined, option: string): string {
  if (value) return value;
  throw new UsageError(`${option} is missing.`);
}

function count(text: string | undefined, option: string, most: number, otherwise: number): number {
  if (text === undefined) return otherwise;
  const value = Number(text);
  if (Number.isInteger(value) && value >= 1 && value <= most) return value;
  throw new UsageError(`${option} ${text}: give a whole number from 1 to ${most}.`);
}

function readPassword(file: string | undefined, password: string | undefined): string {
  if (!file) return required(password, '--password-file (or WORKER_PASSWORD)');
  try {
    return readFileSync(file, 'utf8').trimEnd();
  } catch (error) {
    throw new UsageError(`--password-file: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function serverOf(text: string): string {
  if (/^(\[[^\]]+\]|[^:\s]+):\d{1,5}$/.test(text)) return text;
  throw new UsageError(`--server ${text}: give HOST:PORT.`);
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: definitions }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

type Option = 'server' | 'username' | 'password-file' | 'machine' | 'engine' | 'threads' | 'slots' | 'hash';

const variableOf: Readonly<Record<Option, keyof Environment>> = {
  server: 'WORKER_SERVER',
  username: 'WORKER_USERNAME',
  'password-file': 'WORKER_PASSWORD_FILE',
  machine: 'WORKER_MACHINE',
  engine: 'WORKER_ENGINE',
  threads: 'WORKER_THREADS',
  slots: 'WORKER_SLOTS',
  hash: 'WORKER_HASH',
};

/**
 * Options of the command; an option given wins over the environment.
 *
 * @returns null when help is asked for
 * @throws UsageError
 */
export function parseCommandLine(args: readonly string[], variables: Environment): WorkerOptions | null {
  const given = parse(args);
  if (given.help) return null;
  const text = (option: Option) => given[option] ?? variables[variableOf[option]];
  return {
    server: serverOf(required(text('server'), '--server')),
    username: required(text('username'), '--username'),
    password: readPassword(text('password-file'), variables.WORKER_PASSWORD),
    machine: text('machine') ?? workerDefaults.machine,
    engine: text('engine') ?? workerDefaults.engine,
    threads: count(text('threads'), '--threads', 512, workerDefaults.threads),
    slots: count(text('slots'), '--slots', 256, workerDefaults.slots),
    hashMb: count(text('hash'), '--hash', 1_048_576, workerDefaults.hashMb),
    insecure: given.insecure ?? variables.WORKER_INSECURE === '1',
  };
}
