import { EmbeddedBus } from '@atomicdb/bus';
import { Database, EventStore } from '@atomicdb/event-store';
import { LocalPeers } from '@atomicdb/rpc';
import { createLogger } from '@atomicdb/telemetry';
import { eventually, freshDatabase } from '@atomicdb/testing';
import { ServiceHost } from '../src';

const name = 'test:hangs:1';

describe('a process whose consumer has died', () => {
  it('fails its liveness with the name of the consumer, and is told to end, once', async () => {
    const fresh = await freshDatabase(['accounts'], () => Promise.resolve());
    const database = await Database.open({ service: 'accounts', url: fresh.roleUrl('accounts') });
    await database.migrate();
    const store = new EventStore(database, 'accounts');
    const bus = new EmbeddedBus(() => undefined);
    let letGo: () => void = () => undefined;
    const hanging = new Promise<void>((resolve) => (letGo = resolve));
    bus.publish(store);
    bus.consume({
      name,
      types: ['AccountRegistered'],
      database,
      transactionLimitMs: 500,
      handle: () => hanging,
    });
    const deaths: (readonly string[])[] = [];
    const host = await ServiceHost.start({
      context: {
        bus,
        peers: new LocalPeers(),
        logger: createLogger('test', 'fatal'),
        databaseUrl: fresh.roleUrl,
      },
      modules: [],
      http: { host: '127.0.0.1', port: 0 },
      onDeath: (faults) => deaths.push(faults),
      lookMs: 50,
    });
    const live = async () => {
      const response = await fetch(`http://127.0.0.1:${host.port}/health/live`);
      return { status: response.status, body: (await response.json()) as unknown };
    };
    expect(await live()).toEqual({ status: 200, body: { status: 'ok' } });
    const data = { accountId: 'a', name: 'ada', operator: false };
    await store.transaction(['account-a'], (tx) =>
      store.append(tx, [
        { stream: 'account-a', expectedVersion: 0, events: [{ type: 'AccountRegistered', data }] },
      ]),
    );
    await eventually(() => expect(deaths).toEqual([[`${name} has died`]]), { timeoutMs: 20_000 });
    expect(await live()).toEqual({
      status: 503,
      body: { status: 'failing', faults: [`${name} has died`] },
    });
    letGo();
    await eventually(async () => expect((await live()).status).toBe(200), { timeoutMs: 20_000 });
    await host.stop();
    await database.close();
    await fresh.drop();
    expect(deaths).toHaveLength(1);
  });
});
