import { parseBrokers, z } from '@atomicdb/config';
import type { PeerName } from '@atomicdb/rpc';
import { telemetryEnvironment } from '@atomicdb/telemetry';

const address = z.string().regex(/^[^:\s]+:\d+$/, 'must be host:port');

const brokers = z.string().transform((text, context) => {
  const parsed = parseBrokers(text);
  if (parsed) return parsed;
  context.addIssue('must be host:port,host:port');
  return z.NEVER;
});

/** How the topics are made; the same for every process of a product. */
export const topicEnvironment = z.object({
  KAFKA_PARTITIONS: z.coerce.number().int().min(1).default(6),
  KAFKA_REPLICATION: z.coerce.number().int().min(1).default(1),
});

/** Environment of every service process. */
export const processSchema = telemetryEnvironment.extend({
  ...topicEnvironment.shape,
  DATABASE_URL: z.url().optional(),
  KAFKA_BROKERS: brokers,
  GRPC_LISTEN: address.default('127.0.0.1:0'),
  HTTP_HOST: z.string().min(1).default('127.0.0.1'),
  HTTP_PORT: z.coerce.number().int().min(0).default(0),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal']).default('info'),
  PEER_POSITIONS: address.optional(),
  PEER_ANALYSES: address.optional(),
  PEER_QUEUE: address.optional(),
  PEER_ATTRIBUTION: address.optional(),
  PEER_BACKING: address.optional(),
  PEER_ACCOUNTS: address.optional(),
});

export type ProcessConfig = z.output<typeof processSchema>;

/** What only some services use: the database of their schema, the address of another service. */
export type Need = 'DATABASE_URL' | `PEER_${Uppercase<PeerName>}`;

/** The environment of a service that cannot do without these. */
export function schemaWith(needs: readonly Need[]): z.ZodType<ProcessConfig> {
  const mask: Partial<Record<Need, true>> = Object.fromEntries(needs.map((need) => [need, true]));
  return processSchema.required(mask);
}

export function peerAddresses(config: ProcessConfig): Partial<Record<PeerName, string>> {
  const all: Record<PeerName, string | undefined> = {
    positions: config.PEER_POSITIONS,
    analyses: config.PEER_ANALYSES,
    queue: config.PEER_QUEUE,
    attribution: config.PEER_ATTRIBUTION,
    backing: config.PEER_BACKING,
    accounts: config.PEER_ACCOUNTS,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}
