import { EmbeddedBus } from '@atomicdb/bus';
import { Database, EventStore } from '@atomicdb/event-store';
import { streamId, type DomainEvent } from '@atomicdb/events';
import { BackingServiceService, LocalPeers } from '@atomicdb/rpc';
import { ServiceHost } from '@atomicdb/service-process';
import { createLogger } from '@atomicdb/telemetry';
import { eventually, freshDatabase } from '@atomicdb/testing';
import { BackingModule } from '../src';
import { added, analysed, opened } from './support/events';

const writers = ['positions', 'analyses', 'queue'] as const;

it('runs as a service: events go in, rows come out by the internal API, changes go to its own store', async () => {
  const fresh = await freshDatabase(['backing', ...writers], async () => undefined);
  const bus = new EmbeddedBus(() => undefined);
  const peers = new LocalPeers();
  const stores = new Map<string, EventStore>();
  const databases: Database[] = [];
  for (const owner of writers) {
    const database = await Database.open({ service: owner, url: fresh.roleUrl(owner) });
    await database.migrate();
    databases.push(database);
    stores.set(owner, new EventStore(database, owner));
    bus.publish(stores.get(owner) as EventStore);
  }
  const append = async (owner: string, stream: string, event: DomainEvent) => {
    const store = stores.get(owner) as EventStore;
    await store.transaction([stream], (tx) =>
      store.append(tx, [{ stream, expectedVersion: 'any', events: [event] }]),
    );
  };
  const context = { databaseUrl: fresh.roleUrl, bus, peers, logger: createLogger('backing', 'fatal') };
  const host = await ServiceHost.start({
    context,
    modules: [BackingModule.register(context)],
    http: { host: '127.0.0.1', port: 0 },
  });
  try {
    await append('positions', streamId('position', 'p'), added('p', 20));
    await append('positions', streamId('position', 'p'), opened('p', { m: 'c' }));
    await append(
      'analyses',
      streamId('analysis', 'a'),
      analysed('c', { id: 'a', nodes: 128, lines: [[-30, 'x']] }),
    );
    const { getRow } = peers.client('backing', BackingServiceService);
    await eventually(async () =>
      expect((await getRow({ position: 'p' })).headline).toMatchObject({
        kind: 'backed',
        value: 30,
        anchor: 'c',
      }),
    );
    const reader = await Database.open({ service: 'backing', url: fresh.roleUrl('backing') });
    databases.push(reader);
    const published = () =>
      reader.query<{ type: string }>('published', `select type from events where stream = 'position-p'`);
    await eventually(async () => expect(await published()).toEqual([{ type: 'BackedValuesChanged' }]));
  } finally {
    await host.stop();
    for (const database of databases) await database.close();
    await fresh.drop();
  }
});
