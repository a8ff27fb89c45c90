import { Rejected } from '@atomicdb/decider';
import { freePort } from '@atomicdb/testing';
import { AccountsServiceService, LocalPeers, RemotePeers, Unavailable, type Api, type Peers } from '../src';

type Accounts = Api<typeof AccountsServiceService>;

const ada = { accountId: 'a-1', name: 'Ada', operator: false };
const forAWhile = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A service that offers one API, and a caller of it. */
interface Pair {
  readonly serving: Peers;
  readonly calling: Peers;
  readonly accounts: Accounts;
  readonly failures: unknown[];
}

const open: Pair[] = [];

async function remotePair(api: Partial<Accounts>, deadlineMs?: number): Promise<Pair> {
  const address = `127.0.0.1:${await freePort()}`;
  const failures: unknown[] = [];
  const serving = new RemotePeers(address, {}, (error) => failures.push(error));
  const calling = new RemotePeers('127.0.0.1:0', { accounts: address }, undefined, deadlineMs);
  return started({ serving, calling, failures }, api);
}

function localPair(api: Partial<Accounts>, deadlineMs?: number): Promise<Pair> {
  const peers = new LocalPeers(deadlineMs);
  return started({ serving: peers, calling: peers, failures: [] }, api);
}

async function started(parts: Omit<Pair, 'accounts'>, api: Partial<Accounts>): Promise<Pair> {
  parts.serving.serve('accounts', AccountsServiceService, api as Accounts);
  await parts.serving.start();
  const pair = { ...parts, accounts: parts.calling.client('accounts', AccountsServiceService) };
  open.push(pair);
  return pair;
}

const faultOf = (call: Promise<unknown>) => call.catch((error: unknown) => error);

afterEach(async () => {
  for (const { serving, calling } of open.splice(0)) {
    calling.close();
    await serving.stopServing();
    serving.close();
  }
});

describe.each([
  ['in one process', localPair],
  ['between processes', remotePair],
])('calls between services %s', (_, pairOf) => {
  it('carry an answer as its message has it: fields that were left out have their defaults', async () => {
    const getNames = ({ accountIds }: { accountIds: string[] }) =>
      Promise.resolve({ accounts: [ada, { ...ada, accountId: accountIds.join() }], more: 'unknown' });
    const { accounts } = await pairOf({ getNames });
    expect(await accounts.getNames({ accountIds: ['ä', '🙂'] })).toEqual({
      accounts: [ada, { ...ada, accountId: 'ä,🙂' }],
    });
  });

  it('carry a refusal whole: code, sentence, field and receipt, of characters beyond ASCII and two lines too', async () => {
    const refusal = new Rejected('FEN_FIELDS', 'Fünf Felder – not six.\n🙂', 'fen', 'receipt-1');
    const { accounts, failures } = await pairOf({ getNames: () => Promise.reject(refusal) });
    const fault = await faultOf(accounts.getNames({ accountIds: [] }));
    expect(fault).toBeInstanceOf(Rejected);
    expect(fault).toMatchObject({
      code: 'FEN_FIELDS',
      message: refusal.message,
      field: 'fen',
      receipt: 'receipt-1',
    });
    expect(failures).toEqual([]);
  });

  it('leave out of a refusal what it does not have', async () => {
    const refusal = new Rejected('stale', 'Too late.');
    const { accounts } = await pairOf({ getNames: () => Promise.reject(refusal) });
    expect(await faultOf(accounts.getNames({ accountIds: [] }))).toMatchObject({
      code: 'stale',
      field: undefined,
      receipt: undefined,
    });
  });

  it('fail as Unavailable when the other side fails, when it lacks the method, and when there is no such service', async () => {
    const { accounts, calling } = await pairOf({ getNames: () => Promise.reject(new Error('broken')) });
    const nobody = calling.client('queue', AccountsServiceService);
    const faults = [
      await faultOf(accounts.getNames({ accountIds: [] })),
      await faultOf(accounts.checkPassword({ name: 'Ada', password: 'x' })),
      await faultOf(nobody.getNames({ accountIds: [] })),
    ];
    expect(faults.map((fault) => fault instanceof Unavailable && fault.peer)).toEqual([
      'accounts',
      'accounts',
      'queue',
    ]);
  });

  it('do not wait beyond their deadline', async () => {
    const { accounts } = await pairOf({ getNames: () => new Promise(() => undefined) }, 200);
    const before = performance.now();
    expect(await faultOf(accounts.getNames({ accountIds: [] }))).toBeInstanceOf(Unavailable);
    const waited = performance.now() - before;
    expect([waited > 150, waited < 5_000]).toEqual([true, true]);
  });
});

describe('calls between processes', () => {
  it('tell the caller nothing of a fault but that there was one, and the process that had it everything', async () => {
    const broken = new Error('password=secret');
    const { accounts, failures } = await remotePair({ getNames: () => Promise.reject(broken) });
    expect(String(await faultOf(accounts.getNames({ accountIds: [] })))).not.toContain('secret');
    expect(failures).toEqual([broken]);
  });

  it('fail at once where nobody listens, and go through again when somebody does', async () => {
    const address = `127.0.0.1:${await freePort()}`;
    const calling = new RemotePeers('127.0.0.1:0', { accounts: address }, undefined, 60_000);
    const accounts = calling.client('accounts', AccountsServiceService);
    const before = performance.now();
    expect(await faultOf(accounts.getNames({ accountIds: [] }))).toBeInstanceOf(Unavailable);
    expect(performance.now() - before).toBeLessThan(30_000);
    const serving = new RemotePeers(address, {});
    await started(
      { serving, calling, failures: [] },
      { getNames: () => Promise.resolve({ accounts: [ada] }) },
    );
    const patience = performance.now() + 20_000;
    const ask = () => faultOf(accounts.getNames({ accountIds: [] }));
    let answer = await ask();
    while (answer instanceof Unavailable && performance.now() < patience) {
      await forAWhile(100);
      answer = await ask();
    }
    expect(answer).toEqual({ accounts: [ada] });
  });

  it('that are under way are finished when the other side stops serving, and none begins', async () => {
    const getNames = () => forAWhile(300).then(() => ({ accounts: [ada] }));
    const { accounts, serving } = await remotePair({ getNames });
    const underWay = accounts.getNames({ accountIds: [] });
    await forAWhile(100);
    const stopped = serving.stopServing();
    expect(await underWay).toEqual({ accounts: [ada] });
    await stopped;
    expect(await faultOf(accounts.getNames({ accountIds: [] }))).toBeInstanceOf(Unavailable);
  });
});
