import { hostname } from 'node:os';

/** What a worker needs to know. */
export interface WorkerOptions {
  /** host:port of the gateway. */
  readonly server: string;
  readonly username: string;
  readonly password: string;
  /** A name for this machine; identifies nobody. */
  readonly machine: string;
  /** Path of a native UCI engine; null for the bundled one. */
  readonly engine: string | null;
  /** Of one engine process. */
  readonly threads: number;
  /** Searches at once, each with an engine process of its own. */
  readonly slots: number;
  /** Hash table of one engine process, MB. */
  readonly hashMb: number;
  /** Go without TLS to a host that is not this machine. */
  readonly insecure: boolean;
}

/** Version of this client, compared with the oldest that the gateway takes. */
export const CLIENT_VERSION = '0.1.0';

const longestMachine = 64;

/** The host's name in the characters a machine name may have. */
export function machineName(host = hostname()): string {
  const name = host.replace(/[^!-~]/g, '').slice(0, longestMachine);
  return name || 'worker';
}

export const workerDefaults = {
  machine: machineName(),
  engine: null,
  threads: 1,
  slots: 1,
  hashMb: 64,
  insecure: false,
} as const satisfies Partial<WorkerOptions>;
