import type { Random } from '@atomicdb/testing';
import type { Cluster } from './cluster';

/** One thing that goes wrong while visitors ask and workers search. */
export interface Fault {
  readonly name: string;
  happen(cluster: Cluster, random: Random): Promise<void>;
}

const kill = (service: string): Fault => ({
  name: `kill -9 of ${service}`,
  happen: (cluster) => cluster.product.killService(service),
});

/** Past the session of a group (30 s): its partitions go elsewhere, or wait for it. */
const freezeMs = 40_000;
const freeze = (service: string): Fault => ({
  name: `SIGSTOP of ${service} for ${freezeMs / 1_000} s`,
  happen: (cluster) => cluster.freeze(service, freezeMs),
});

const postgres: Fault = {
  name: 'PostgreSQL stopped immediately, started again',
  happen: (cluster, random) => cluster.crashPostgres(random.below(3_000)),
};

const broker = (downMs: number): Fault => ({
  name: `kill -9 of the broker, down for ${downMs / 1_000} s`,
  happen: (cluster) => cluster.crashBroker(downMs),
});

/** Each service killed and frozen in turn, then the parts under them. */
export function everyFault(services: readonly string[]): Fault[] {
  return [...services.map(kill), ...services.map(freeze), postgres, broker(2_000), broker(60_000), postgres];
}
