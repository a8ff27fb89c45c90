import { doorAddress } from '@atomicdb/standalone';

/** Services with a schema and an internal API, by the name of their package. */
export const writers = [
  { service: 'accounts', schema: 'accounts', peer: 'PEER_ACCOUNTS' },
  { service: 'positions', schema: 'positions', peer: 'PEER_POSITIONS' },
  { service: 'queue-scheduling', schema: 'queue', peer: 'PEER_QUEUE' },
  { service: 'analyses', schema: 'analyses', peer: 'PEER_ANALYSES' },
  { service: 'attribution', schema: 'attribution', peer: 'PEER_ATTRIBUTION' },
  { service: 'backing', schema: 'backing', peer: 'PEER_BACKING' },
];

/** The doors; they own no data. */
export const gateways = ['worker-gateway', 'web-gateway'];

/**
 * Environment of each process.
 * @param {{ brokers: string[], roleUrl: (schema: string) => string, internal: number[], health: number[],
 *           options: import('@atomicdb/standalone').Options }} parts
 */
export function processPlan({ brokers, roleUrl, internal, health, options }) {
  const peers = Object.fromEntries(writers.map(({ peer }, index) => [peer, `127.0.0.1:${internal[index]}`]));
  const common = { KAFKA_BROKERS: brokers.join(','), LADDER: options.ladder.rungs.join(','), ...peers };
  const plan = writers.map(({ service, schema, peer }, index) => ({
    service,
    healthAddress: `127.0.0.1:${health[index]}`,
    env: {
      ...common,
      OTEL_SERVICE_NAME: service,
      DATABASE_URL: roleUrl(schema),
      GRPC_LISTEN: peers[peer],
      HTTP_PORT: String(health[index]),
      LEASE_TTL_MS: String(options.leaseSeconds * 1000),
    },
  }));
  const doors = {
    'worker-gateway': { WORKER_GRPC_HOST: options.host, WORKER_GRPC_PORT: String(options.grpcPort) },
    'web-gateway': { HTTP_HOST: options.host, LADDER_NAME: options.ladder.name },
  };
  const ports = { 'worker-gateway': health[writers.length], 'web-gateway': options.port };
  for (const service of gateways) {
    const env = {
      ...common,
      OTEL_SERVICE_NAME: service,
      HTTP_PORT: String(ports[service]),
      ...doors[service],
    };
    const healthHost = service === 'web-gateway' ? options.host : '127.0.0.1';
    plan.push({ service, healthAddress: doorAddress(healthHost, ports[service]), env });
  }
  return plan;
}
