import { Database, EventStore } from '@atomicdb/event-store';
import type { EventRecord } from '@atomicdb/events';
import type { Lease } from '@atomicdb/rpc';
import { freshDatabase, type FreshDatabase } from '@atomicdb/testing';
import { migrations } from '../src/adapters/postgres/migrations';
import { updateState } from '../src/adapters/postgres/update-state';
import { makeAcceptDelivery } from '../src/application/accept-delivery';
import { makeAsk } from '../src/application/ask';
import { makeBeat } from '../src/application/beat';
import { makeCloseOnAnalysis } from '../src/application/close-on-analysis';
import { makeCloseOnProof } from '../src/application/close-on-proof';
import { makeGetLease } from '../src/application/get-lease';
import { makeGetOrder } from '../src/application/get-order';
import { makeLease } from '../src/application/lease';
import { makeListOwn } from '../src/application/list-own';
import { makeOfPosition } from '../src/application/of-position';
import { lockOf } from '../src/application/parts';
import { makeReap } from '../src/application/reap';
import { makeRelease } from '../src/application/release';
import { makeWithdraw } from '../src/application/withdraw';
import { exactOrder, SharedOrder } from '../src/application/shared-order';
import { defaultConfig, type QueueConfig } from '../src/config';
import { analysisCompleted, analysisRetracted, positionsClosed } from './foreign-events';

export const K128 = 128_000_000;
export const K512 = 512_000_000;

async function migrateQueue(roleUrl: (service: string) => string): Promise<void> {
  const database = await Database.open({ service: 'queue', url: roleUrl('queue'), migrations });
  await database.migrate();
  await database.close();
}

/** The use cases of the service over a database of its own, as its API has them. */
export class QueueUnderTest {
  readonly store: EventStore;
  readonly parts;
  readonly api;
  readonly reap: ReturnType<typeof makeReap>;

  private constructor(
    private readonly fresh: FreshDatabase,
    readonly database: Database,
    config: Partial<QueueConfig>,
  ) {
    this.store = new EventStore(database, 'queue', { updateState, lockOf });
    const order = new SharedOrder(() => exactOrder(database));
    const parts = { database, store: this.store, config: { ...defaultConfig, ...config }, order };
    this.parts = parts;
    this.reap = makeReap(parts);
    this.api = {
      ask: makeAsk(parts),
      withdraw: makeWithdraw(parts),
      lease: makeLease(parts),
      beat: makeBeat(parts),
      release: makeRelease(parts),
      acceptDelivery: makeAcceptDelivery(parts),
      getLease: makeGetLease(parts),
      listOwn: makeListOwn(parts),
      ofPosition: makeOfPosition(parts),
      getOrder: makeGetOrder(parts),
    };
  }

  static async open(config: Partial<QueueConfig> = {}): Promise<QueueUnderTest> {
    const fresh = await freshDatabase(['queue'], migrateQueue, { template: 'queue' });
    const database = await Database.open({ service: 'queue', url: fresh.roleUrl('queue'), migrations });
    return new QueueUnderTest(fresh, database, config);
  }

  /** The same database with another configuration. */
  with(config: Partial<QueueConfig>): QueueUnderTest {
    return new QueueUnderTest(this.fresh, this.database, { ...this.parts.config, ...config });
  }

  ask(accountId: string, position: string, budgetNodes = 0, solved = false) {
    return this.api.ask({ accountId, position, budgetNodes, solved });
  }

  async askFor(accountId: string, position: string, budgetNodes = 0): Promise<string> {
    const { request } = await this.ask(accountId, position, budgetNodes);
    return request?.requestId ?? '';
  }

  withdraw(accountId: string, requestId: string) {
    return this.api.withdraw({ accountId, requestId });
  }

  async lease(
    worker = 'wim',
    variants = ['atomic', 'standard'],
    maxBudgetNodes = 0,
  ): Promise<Lease | undefined> {
    const request = { sessionId: `session-${worker}`, workerAccountId: worker, variants, maxBudgetNodes };
    return (await this.api.lease(request)).lease;
  }

  async mustLease(worker = 'wim'): Promise<Lease> {
    const lease = await this.lease(worker);
    if (!lease) throw new Error('nothing waits');
    return lease;
  }

  deliver({ leaseId, token }: Lease, passId = `pass-${leaseId}`) {
    return this.api.acceptDelivery({ leaseId, token, passId });
  }

  beat({ leaseId, token }: Lease, nodes = 1) {
    return this.api.beat({ beats: [{ leaseId, token, nodes }] });
  }

  /** `AnalysisCompleted` of the lease arrives. */
  announce(lease: Lease): Promise<void> {
    const consumer = makeCloseOnAnalysis(this.parts);
    return this.store.transaction(['commons'], (tx) => consumer.handle(tx, analysisCompleted(lease)));
  }

  /** `AnalysisRetracted` of the lease's pass arrives. */
  retract(lease: Lease): Promise<void> {
    const consumer = makeCloseOnAnalysis(this.parts);
    return this.store.transaction(['commons'], (tx) => consumer.handle(tx, analysisRetracted(lease)));
  }

  /** `PositionsClosed` arrives. */
  prove(position: string): Promise<void> {
    const consumer = makeCloseOnProof(this.parts);
    return this.store.transaction(['commons'], (tx) => consumer.handle(tx, positionsClosed(position)));
  }

  /** Lets the time of a lease or of a delivery pass. */
  async letTimePass(): Promise<void> {
    const hour = `interval '1 hour'`;
    await this.database.query('age-leases', `update lease_tokens set expires_at = expires_at - ${hour}`);
    await this.database.query('age-deliveries', `update deliveries set accepted_at = accepted_at - ${hour}`);
  }

  async stateOf(requestId: string): Promise<string> {
    const rows = await this.database.query<{ state: string }>(
      'state-of',
      `select state from request_rows where request_id = $1`,
      [requestId],
    );
    return rows[0]?.state ?? 'NONE';
  }

  events(requestId: string): Promise<EventRecord[]> {
    return this.database.transaction((tx) => this.store.readStream(tx, `request-${requestId}`));
  }

  async eventTypes(requestId: string): Promise<string[]> {
    return (await this.events(requestId)).map(({ type }) => type);
  }

  async close(): Promise<void> {
    await this.database.close();
    await this.fresh.drop();
  }
}

/** The code of the refusal that the call ends in. */
export async function refusal(
  call: Promise<unknown>,
): Promise<{ code: string; receipt: string | undefined }> {
  try {
    await call;
  } catch (error) {
    const { code, receipt } = error as { code: string; receipt?: string };
    return { code, receipt };
  }
  return { code: 'not refused', receipt: undefined };
}
