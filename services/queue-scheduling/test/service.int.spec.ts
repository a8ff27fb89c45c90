import { EmbeddedBus } from '@atomicdb/bus';
import { Database, EventStore } from '@atomicdb/event-store';
import type { DomainEvent, EventType } from '@atomicdb/events';
import { LocalPeers, QueueServiceService, type Lease } from '@atomicdb/rpc';
import { ServiceHost } from '@atomicdb/service-process';
import { createLogger } from '@atomicdb/telemetry';
import { eventually, freshDatabase, type FreshDatabase } from '@atomicdb/testing';
import { QueueSchedulingModule } from '../src';
import { analysisEvent, closureEvent } from './foreign-events';

const peers = new LocalPeers();
const queue = peers.client('queue', QueueServiceService);
const errors: unknown[] = [];
let fresh: FreshDatabase;
let host: ServiceHost;
let analyses: EventStore;
let backing: EventStore;

async function foreignStore(owner: 'analyses' | 'backing'): Promise<EventStore> {
  const database = await Database.open({ service: owner, url: fresh.roleUrl(owner) });
  await database.migrate();
  return new EventStore(database, owner);
}

beforeAll(async () => {
  fresh = await freshDatabase(['queue', 'analyses', 'backing'], () => Promise.resolve(), {
    template: 'queue-service',
  });
  const bus = new EmbeddedBus((error) => errors.push(error));
  analyses = await foreignStore('analyses');
  backing = await foreignStore('backing');
  bus.publish(analyses);
  bus.publish(backing);
  const context = { databaseUrl: fresh.roleUrl, bus, peers, logger: createLogger('queue', 'fatal') };
  const module = QueueSchedulingModule.register(context, { ladder: [256_000, 1_024_000], leaseTtlMs: 3_000 });
  host = await ServiceHost.start({ context, modules: [module], http: { host: '127.0.0.1', port: 0 } });
});

afterAll(async () => {
  await host.stop();
  await analyses.database.close();
  await backing.database.close();
  await fresh.drop();
  expect(errors).toEqual([]);
});

async function publish(store: EventStore, stream: string, event: DomainEvent<EventType>): Promise<void> {
  await store.transaction([stream], (tx) =>
    store.append(tx, [{ stream, expectedVersion: 0, events: [event] }]),
  );
}

async function askAndLease(position: string): Promise<Lease> {
  await queue.ask({ accountId: 'ada', position, budgetNodes: 0, solved: false });
  const call = { sessionId: 's', workerAccountId: 'wim', variants: ['atomic'], maxBudgetNodes: 0 };
  const { lease } = await queue.lease(call);
  if (!lease) throw new Error('nothing waits');
  return lease;
}

async function stateOf({ leaseId, token }: Lease): Promise<string> {
  return (await queue.getLease({ leaseId, token })).requestState;
}

function untilState(lease: Lease, state: string): Promise<unknown> {
  return eventually(async () => expect(await stateOf(lease)).toBe(state));
}

describe('the service on the bus', () => {
  it('completes a request when its analysis is announced, and offers the next rung', async () => {
    const lease = await askAndLease('atomic:a');
    const { leaseId, token } = lease;
    await queue.acceptDelivery({ leaseId, token, passId: `pass-${leaseId}` });
    await publish(analyses, `analysis-${lease.requestId}`, analysisEvent(lease));
    await untilState(lease, 'COMPLETED');
    const { requests, nextBudgetNodes } = await queue.ofPosition({ position: 'atomic:a', accountId: '' });
    expect({ requests, nextBudgetNodes }).toEqual({ requests: [], nextBudgetNodes: 1_024_000 });
  });

  it('completes a request when its position is proved', async () => {
    const lease = await askAndLease('atomic:b');
    await publish(backing, 'position-atomic:b', closureEvent('atomic:b'));
    await untilState(lease, 'COMPLETED');
  });

  it('puts a silent row back by itself, when the grace after the start is over', async () => {
    const lease = await askAndLease('atomic:c');
    expect(await stateOf(lease)).toBe('LEASED');
    await untilState(lease, 'PENDING');
  });
});
