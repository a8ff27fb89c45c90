import fc from 'fast-check';
import type { Tx } from '@atomicdb/event-store';
import { readWaiting } from '../src/adapters/postgres/read-waiting';
import { serve } from '../src/domain/order';
import { CommonsScript, inScratch, type Op } from './commons-script';
import { OrderModel } from './order-model';
import { QueueUnderTest } from './queue-under-test';

let queue: QueueUnderTest;

beforeAll(async () => {
  queue = await QueueUnderTest.open({ cap: 1_000 });
});
afterAll(() => queue.close());

const account = fc.constantFrom('ada', 'ben', 'cem', 'dan');
const rung = fc.constantFrom(128_000_000, 512_000_000, 2_000_000_000, 10_000_000_000);
const variant = fc.constantFrom('p', 'q');
const pick = fc.nat();

/** A step before it is known which rows exist: `pick` chooses among them. */
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ op: fc.constant('ask' as const), account, nodes: rung, variant, pick }),
  },
  { weight: 3, arbitrary: fc.record({ op: fc.constant('join' as const), account, pick }) },
  { weight: 2, arbitrary: fc.record({ op: fc.constant('withdraw' as const), account, pick }) },
  { weight: 5, arbitrary: fc.record({ op: fc.constant('lease' as const) }) },
  { weight: 2, arbitrary: fc.record({ op: fc.constant('lease-some' as const), variant, nodes: rung }) },
  { weight: 2, arbitrary: fc.record({ op: fc.constant('lost' as const), pick }) },
  { weight: 2, arbitrary: fc.record({ op: fc.constant('complete' as const), pick }) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** The operation that a step means for the model as it is; null where it means nothing. */
function toOp(made: Step, model: OrderModel, index: number): Op | null {
  switch (made.op) {
    case 'ask':
      // Few positions, so that several rungs of one position wait and keep each other back.
      return { ...made, op: 'ask', request: `r${index}`, position: `${made.variant}:${made.pick % 7}` };
    case 'join':
      return model.choose('join', made.account, made.pick);
    case 'withdraw':
      return model.choose('withdraw', made.account, made.pick);
    case 'lease':
      return { op: 'lease' };
    case 'lease-some':
      return { op: 'lease', variants: [made.variant], maxNodes: made.nodes };
    case 'lost':
    case 'complete':
      return model.chooseRunning(made.op, made.pick);
  }
}

interface PageRow {
  account_id: string;
  request_id: string;
  tag: string;
}

async function page(tx: Tx, script: CommonsScript): Promise<string[]> {
  const rows = await tx.query<PageRow>(
    'page',
    `select account_id, request_id, tag from commons_order order by place`,
  );
  return rows.map((row) => `${row.account_id} ${script.nameOf(row.request_id)} ${row.tag}`);
}

async function isSameAllAlong(tx: Tx, steps: readonly Step[]): Promise<void> {
  const script = new CommonsScript(queue, tx);
  const model = new OrderModel();
  for (const [index, made] of steps.entries()) {
    const op = toOp(made, model, index);
    if (!op) continue;
    expect(await script.apply(op)).toEqual(model.apply(op));
  }
  expect(await page(tx, script)).toEqual(model.heads());
  const planned = serve(await readWaiting(tx)).map(({ row, payer }) => ({
    request: script.nameOf(row.requestId),
    payer,
  }));
  expect(planned).toEqual(await leaseAll(script));
}

async function leaseAll(script: CommonsScript): Promise<unknown[]> {
  const leased: unknown[] = [];
  for (
    let next = await script.apply({ op: 'lease' });
    next?.request;
    next = await script.apply({ op: 'lease' })
  ) {
    leased.push(next);
  }
  return leased;
}

describe('the order of the commons', () => {
  it('is the same on the page, in a pure model and in what is really leased [QUE-03] [QUE-04] [QUE-19]', async () => {
    const scripts = fc.array(step, { minLength: 10, maxLength: 45 });
    await fc.assert(
      fc.asyncProperty(scripts, (steps) => inScratch(queue, (tx) => isSameAllAlong(tx, steps))),
      { numRuns: 20, endOnFailure: true },
    );
  });
});
