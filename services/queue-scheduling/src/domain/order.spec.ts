import { placesIn } from './places';
import { serve, type Commons, type WaitingRow } from './order';

const deep = 10_000_000_000;
const rung = 128_000_000;

interface Given {
  readonly id: string;
  readonly nodes?: number;
  readonly position?: string;
  readonly names: readonly string[];
  readonly askedAt?: bigint;
  readonly paidTag?: bigint;
}

/** Rows in the order of asking: seq and ord follow it. */
function commons(rows: readonly Given[], rest: Partial<Commons> = {}): Commons {
  let seq = 0n;
  const waiting = rows.map(
    ({ id, nodes = rung, position = id, names, askedAt = 0n, paidTag = null }): WaitingRow => {
      const on = names.map((accountId) => ({ accountId, askedAt, seq: (seq += 1n), ord: seq }));
      return { requestId: id, position, budgetNodes: nodes, paidTag, names: on };
    },
  );
  return { rows: waiting, accounts: new Map(), running: new Set(), lastLease: 0n, ...rest };
}

function many(account: string, count: number, from = 1): Given[] {
  return Array.from({ length: count }, (_, index) => ({ id: `${account}${index + from}`, names: [account] }));
}

function order(given: Commons): string[] {
  return serve(given).map(({ row }) => row.requestId);
}

describe('the order of the commons', () => {
  it('serves the first request of a newcomer before the rest of a flooder [QUE-06]', () => {
    const flooded = new Map([['flooder', { tag: 500n * BigInt(rung), lastLease: 500n }]]);
    const rows = [...many('flooder', 500), { id: 'new', names: ['newcomer'], askedAt: 500n * BigInt(rung) }];
    expect(order(commons(rows, { accounts: flooded, lastLease: 500n })).slice(0, 2)).toEqual([
      'new',
      'flooder1',
    ]);
  });

  it('lets one 10B request wait for exactly the 78 rows of 128M it costs [QUE-07] [QUE-08]', () => {
    const served = order(commons([{ id: 'big', nodes: deep, names: ['deep'] }, ...many('busy', 100)]));
    expect(served.indexOf('big')).toBe(78);
  });

  it('lets it wait for 390 rows of five busy accounts', () => {
    const busy = ['a', 'b', 'c', 'd', 'e'].flatMap((account) => many(account, 100));
    expect(order(commons([{ id: 'big', nodes: deep, names: ['deep'] }, ...busy])).indexOf('big')).toBe(390);
  });

  it('interleaves a big batch instead of walling the queue [QUE-09]', () => {
    expect(order(commons([...many('x', 3), ...many('y', 3)]))).toEqual(['x1', 'y1', 'x2', 'y2', 'x3', 'y3']);
  });

  it('charges a shared row to the account whose list reached it first [QUE-13] [QUE-14]', () => {
    const rows = [...many('flooder', 3), { id: 'last', names: ['flooder', 'newcomer'] }];
    const served = serve(commons(rows));
    expect(served.map(({ row, payer }) => [row.requestId, payer])).toEqual([
      ['flooder1', 'flooder'],
      ['last', 'newcomer'],
      ['flooder2', 'flooder'],
      ['flooder3', 'flooder'],
    ]);
  });

  it('serves a row that came back at the tag it paid, and charges nobody', () => {
    const accounts = new Map([['x', { tag: 1_000n, lastLease: 4n }]]);
    const rows = [{ id: 'back', names: ['x'], paidTag: 500n }, ...many('y', 1)];
    const [first] = serve(commons(rows, { accounts, lastLease: 4n }));
    expect(first).toMatchObject({ row: { requestId: 'back' }, payer: null, tag: 500n });
  });

  it('leaves out rows whose position is searched, and those another row of it keeps back', () => {
    const rows = [
      { id: 'blocked', position: 'p', names: ['x'] },
      { id: 'first', position: 'q', names: ['x'] },
      { id: 'second', position: 'q', nodes: 2 * rung, names: ['y'] },
    ];
    expect(order(commons(rows, { running: new Set(['p']) }))).toEqual(['first']);
  });

  it('moves an account forward when its deep head cannot be searched for now', () => {
    const rows = [
      { id: 'x-deep', position: 'p', nodes: deep, names: ['x'] },
      { id: 'x-next', names: ['x'] },
      { id: 'y-same', position: 'p', names: ['y'] },
      { id: 'z-late', nodes: 3 * rung, names: ['z'] },
    ];
    expect(order(commons(rows))).toEqual(['y-same', 'x-next', 'z-late']);
  });

  it('counts exactly beyond 2^53', () => {
    const huge = 2n ** 62n;
    const accounts = new Map([
      ['x', { tag: huge + 1n, lastLease: 1n }],
      ['y', { tag: huge, lastLease: 2n }],
    ]);
    expect(order(commons([...many('x', 1), ...many('y', 1)], { accounts }))).toEqual(['y1', 'x1']);
  });
});

describe('the place of a row', () => {
  it('counts the requests and nodes before it, and how many are its own', () => {
    const served = serve(commons([...many('x', 3), ...many('y', 2)]));
    const places = placesIn(served, new Set(['x3', 'y1']), 'x');
    expect(places.get('x3')).toEqual({ requestsAhead: 4, nodesAhead: 4 * rung, ownRequestsAhead: 2 });
    expect(places.get('y1')).toEqual({ requestsAhead: 1, nodesAhead: rung, ownRequestsAhead: 1 });
  });

  it('is unknown while another search of the position keeps the row back', () => {
    const served = serve(commons(many('x', 1), { running: new Set(['x1']) }));
    expect(placesIn(served, new Set(['x1']), 'x').size).toBe(0);
  });
});
