import { addressOf } from '@atomicdb/config';
import { parseCommandLine } from './commands/command-line';
import { parseLadder, type Ladder } from './ladder';
import { dataHint, parseFilled, parseKafka, parsePostgresUrl } from './option-values';

export interface Options {
  readonly host: string;
  /** 0: a free one. */
  readonly port: number;
  readonly grpcPort: number;
  readonly data: string;
  readonly ladder: Ladder;
  readonly worker: boolean;
  readonly kafka: readonly string[] | null;
  readonly postgres: string | null;
  readonly leaseSeconds: number;
}

const optionsHelp = (
  kafka: string,
) => `  --port N             port of the website and the REST doors (8080; 0 = a free one)
  --grpc-port N        port of the workers' door (50051; 0 = a free one)
  --host ADDRESS       address both listen on (127.0.0.1)
  --data DIR           folder of the data (.data)
  --ladder L           laptop (256k, 1.024M, 4M, 20M nodes: the true ladder divided by 500; default of npm start),
                       full (128M, 512M, 2B, 10B; default of npm run start:cluster) or N,N,N,N
  --no-worker          start no local worker
  --kafka BROKERS      ${kafka}
  --postgres URL       use this PostgreSQL (a role that may create roles) instead of the embedded one
  --lease-seconds N    silence after which a worker's task goes back to the queue (120)
  --help               this text
`;

export const help = `Runs the whole of AtomicDB in one process: every service, PostgreSQL, a local worker, the website.

  npm start -- [options]

${optionsHelp('carry events over Kafka (host:port,host:port) instead of in process')}`;

export const clusterHelp = `Runs AtomicDB on this machine in the shape of production: every service a process, Kafka, PostgreSQL, a local worker.

  npm run start:cluster -- [options]

${optionsHelp('use this Kafka (host:port,host:port) instead of one of its own')}`;

const definitions = {
  port: { type: 'string', default: '8080' },
  'grpc-port': { type: 'string', default: '50051' },
  host: { type: 'string', default: '127.0.0.1' },
  data: { type: 'string', default: '.data' },
  ladder: { type: 'string' },
  'no-worker': { type: 'boolean', default: false },
  kafka: { type: 'string' },
  postgres: { type: 'string' },
  'lease-seconds': { type: 'string', default: '120' },
  help: { type: 'boolean', default: false },
} as const;

const maxPort = 65_535;

function parseNumber(option: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (text !== '' && Number.isInteger(value) && value >= least && value <= most) return value;
  throw new Error(`--${option} ${text}: give a whole number from ${least} to ${most}.`);
}

/**
 * null: help was asked for. Throws one sentence for an option that is wrong.
 *
 * @param ladder the default; `npm start` is for laptops, everything else has the full one
 */
export function parseOptions(args: readonly string[], ladder: 'laptop' | 'full' = 'laptop'): Options | null {
  const { values, positionals } = parseCommandLine(args, definitions);
  // What npm leaves of `npm start --port 9000`.
  if (positionals.length > 0)
    throw new Error(
      `${positionals.join(' ')}: options go behind two dashes, as in npm start -- --port 9000.`,
    );
  if (values.help) return null;
  return {
    host: parseFilled('host', values.host, 'an address, as in 127.0.0.1'),
    port: parseNumber('port', values.port, 0, maxPort),
    grpcPort: parseNumber('grpc-port', values['grpc-port'], 0, maxPort),
    data: parseFilled('data', values.data, dataHint),
    ladder: parseLadder(values.ladder ?? ladder),
    worker: !values['no-worker'],
    kafka: values.kafka === undefined ? null : parseKafka(values.kafka),
    postgres: values.postgres === undefined ? null : parsePostgresUrl(values.postgres),
    leaseSeconds: parseNumber('lease-seconds', values['lease-seconds'], 1, 3_600),
  };
}

/** Where to reach what listens on a host, `host:port`: one that stands for all is reached over the local one. */
export function doorAddress(host: string, port: number): string {
  return addressOf(host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host, port);
}
