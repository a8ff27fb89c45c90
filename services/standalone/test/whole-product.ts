import type { Bus } from '@atomicdb/bus';
import { LocalPeers } from '@atomicdb/rpc';
import { ServiceHost } from '@atomicdb/service-process';
import { createLogger } from '@atomicdb/telemetry';
import { freshDatabase, type FreshDatabase } from '@atomicdb/testing';
import { parseOptions, schemas } from '../src';
import { standaloneModules } from '../src/standalone.module';

export interface WholeProduct {
  readonly fresh: FreshDatabase;
  /** Of the website and the REST doors. */
  readonly port: number;
  stop(): Promise<void>;
}

/** Every service in this process, on a database of their own that they have migrated, or on one that is there. */
export async function startWholeProduct(bus: Bus, there?: FreshDatabase): Promise<WholeProduct> {
  const fresh = there ?? (await freshDatabase([...schemas], () => Promise.resolve()));
  const options = parseOptions(['--no-worker', '--port', '0', '--grpc-port', '0']);
  if (options === null) throw new Error('there are options');
  const logger = createLogger('standalone', 'fatal');
  const context = { databaseUrl: fresh.roleUrl, bus, peers: new LocalPeers(), logger };
  const modules = standaloneModules(context, options, () => undefined);
  const host = await ServiceHost.start({ context, modules, http: { host: '127.0.0.1', port: 0 } });
  return {
    fresh,
    port: host.port,
    async stop() {
      await host.stop();
      await fresh.drop();
    },
  };
}
