import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommonsScript, inScratch, type LeaseResult, type Op } from './commons-script';
import { QueueUnderTest } from './queue-under-test';

type Line = Op & { expect?: Partial<LeaseResult> };

/** Nothing waits: a case then names no payer. */
function toExpected({ request, payer = null }: Partial<LeaseResult>): LeaseResult {
  return { request: request ?? null, payer };
}

interface Case {
  readonly about: string;
  readonly ops: Line[];
}

const folder = join(__dirname, 'cases');
const cases = readdirSync(folder).map((file): [string, Line[]] => {
  const { about, ops } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Case;
  return [about, ops];
});

let queue: QueueUnderTest;

beforeAll(async () => {
  queue = await QueueUnderTest.open();
});
afterAll(() => queue.close());

describe('the order, case by case [QUE-05] [QUE-06] [QUE-07] [QUE-08] [QUE-13] [QUE-14]', () => {
  it.each(cases)(
    '%s',
    async (_about, ops) => {
      const leased = await inScratch(queue, async (tx) => {
        const script = new CommonsScript(queue, tx);
        const results: LeaseResult[] = [];
        for (const op of ops) {
          const result = await script.apply(op);
          if (result) results.push(result);
        }
        return results;
      });
      expect(leased).toEqual(
        ops.flatMap(({ op, expect: wanted }) => (op === 'lease' && wanted ? [toExpected(wanted)] : [])),
      );
    },
    240_000,
  );
});
