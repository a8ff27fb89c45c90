import { Rejected } from '@atomicdb/decider';
import type { RequestCommand } from './request-commands';
import { request } from './request';
import type { RequestFact } from './request-state';

const position = 'atomic:start';
const key = { requestId: 'r1', position };

function joined(accountId: string, first = false): RequestFact {
  const place = { askedAt: '0', seq: '1', ord: 1 };
  return { type: 'RequestJoined', data: { ...key, budgetNodes: 128, accountId, ...place, first } };
}

function left(accountId: string, rowClosed: boolean): RequestFact {
  return { type: 'RequestCancelled', data: { ...key, accountId, rowClosed } };
}

function leased(leaseId: string, payerAccountId = 'ada', tag = '128', clock = '128'): RequestFact {
  const worker = { workerAccountId: 'wim', sessionId: 's1' };
  return {
    type: 'RequestLeased',
    data: { ...key, leaseId, leaseNumber: 1, ...worker, payerAccountId, tag, clock },
  };
}

function released(leaseId: string, reason: string): RequestFact {
  return { type: 'LeaseReleased', data: { ...key, leaseId, reason } };
}

function completed(by: string, ...accountIds: string[]): RequestFact {
  return { type: 'RequestCompleted', data: { ...key, budgetNodes: 128, by, accountIds } };
}

function delivered(leaseId: string, passId = 'p1'): RequestFact {
  return { type: 'DeliveryAccepted', data: { leaseId, passId } };
}

const dropped: RequestFact = { type: 'DeliveryDropped' };
const byAda = joined('ada', true);

function ask(accountId: string, waitingNames = 0): RequestCommand {
  const place = { askedAt: '0', seq: '1', ord: 1, waitingNames, cap: 2 };
  return { type: 'PutNameOn', ...key, budgetNodes: 128, accountId, ...place };
}

function withdraw(accountId: string): RequestCommand {
  return { type: 'TakeNameOff', accountId };
}

function lease(clock: string, tag: string): RequestCommand {
  const worker = { workerAccountId: 'wim', sessionId: 's1' };
  return { type: 'LeaseOut', leaseId: 'l1', leaseNumber: 1, ...worker, payerAccountId: 'ada', tag, clock };
}

function giveBack(leaseId: string, settled: 'closure' | 'deeper' | null = null): RequestCommand {
  return { type: 'GiveBack', leaseId, reason: 'abort', settled };
}

function deliver(leaseId: string, passId = 'p1'): RequestCommand {
  return { type: 'AcceptDelivery', leaseId, passId };
}

const drop: RequestCommand = { type: 'DropDelivery', settled: null };
const analysed = (leaseId: string): RequestCommand => ({ type: 'CompleteByAnalysis', leaseId, passId: 'p1' });
const closure: RequestCommand = { type: 'Settle', by: 'closure' };
const deeper: RequestCommand = { type: 'Settle', by: 'deeper' };

function when(given: readonly RequestFact[], command: RequestCommand): RequestFact[] {
  const state = given.reduce(request.evolve, request.initial);
  const facts = request.decide(command, state);
  facts.reduce(request.evolve, state);
  return facts;
}

function refusal(given: readonly RequestFact[], command: RequestCommand): string {
  try {
    when(given, command);
  } catch (error) {
    if (error instanceof Rejected) return error.code;
    throw error;
  }
  return 'not refused';
}

describe('names on a request', () => {
  it('makes the first join the request, and a later one a join [QUE-16]', () => {
    expect(when([], ask('ada'))).toEqual([joined('ada', true)]);
    expect(when([byAda], ask('ben'))).toEqual([joined('ben')]);
  });

  it('counts asking twice as one name', () => {
    expect(when([byAda], ask('ada'))).toEqual([]);
    expect(when([byAda, leased('l1')], ask('ada'))).toEqual([]);
  });

  it('refuses a waiting name at the cap, and never one on a running row [CAP-01] [CAP-04]', () => {
    expect(refusal([], ask('ada', 2))).toBe('queue-cap');
    expect(refusal([byAda], ask('ben', 2))).toBe('queue-cap');
    expect(when([byAda, leased('l1')], ask('ben', 2))).toEqual([joined('ben')]);
    expect(when([byAda], ask('ada', 2))).toEqual([]);
  });

  it('takes one name off and leaves the row to the others; the last one closes it [WJB-07] [WJB-08]', () => {
    expect(when([byAda, joined('ben')], withdraw('ada'))).toEqual([left('ada', false)]);
    expect(when([byAda, joined('ben'), left('ada', false)], withdraw('ben'))).toEqual([left('ben', true)]);
  });

  it('keeps the author when the author leaves [QUE-15]', () => {
    const state = [byAda, joined('ben'), left('ada', false)].reduce(request.evolve, request.initial);
    expect(state).toMatchObject({ state: 'PENDING', authorAccountId: 'ada', names: ['ben'] });
  });

  it('does not withdraw a request that a worker has started [WJB-06]', () => {
    expect(refusal([byAda, leased('l1')], withdraw('ada'))).toBe('already-started');
    expect(refusal([byAda, delivered('l0')], withdraw('ada'))).toBe('already-started');
    expect(refusal([byAda, completed('deeper', 'ada')], withdraw('ada'))).toBe('already-started');
  });

  it('answers a foreign request like an unknown one', () => {
    expect(refusal([byAda], withdraw('ben'))).toBe('request-unknown');
    expect(refusal([byAda, leased('l1')], withdraw('ben'))).toBe('request-unknown');
    expect(refusal([], withdraw('ada'))).toBe('request-unknown');
    expect(refusal([byAda, left('ada', true)], withdraw('ada'))).toBe('request-unknown');
  });
});

describe('leases of a request', () => {
  it('charges the payer and moves the clock forward only', () => {
    expect(when([byAda], lease('100', '228'))).toEqual([leased('l1', 'ada', '228', '228')]);
    expect(when([byAda], lease('900', '228'))).toEqual([leased('l1', 'ada', '228', '900')]);
  });

  it('compares tags beyond 2^53 exactly', () => {
    const [event] = when([byAda], lease('9007199254740993', '9007199254740992'));
    expect(event).toEqual(leased('l1', 'ada', '9007199254740992', '9007199254740993'));
  });

  it('charges a row that came back to nobody, at the tag it paid', () => {
    const given = [byAda, leased('l0', 'ada', '128', '128'), released('l0', 'lost')];
    expect(when(given, lease('500', '999'))).toEqual([leased('l1', '', '128', '500')]);
  });

  it('returns the row only for the lease it is under', () => {
    expect(when([byAda, leased('l1')], giveBack('l1'))).toEqual([released('l1', 'abort')]);
    expect(when([byAda, leased('l1')], giveBack('l0'))).toEqual([]);
    expect(when([byAda, leased('l1'), delivered('l1')], giveBack('l1'))).toEqual([]);
  });

  it('ends a returned row whose position was settled meanwhile', () => {
    const facts = when([byAda, leased('l1')], giveBack('l1', 'deeper'));
    expect(facts).toEqual([released('l1', 'abort'), completed('deeper', 'ada')]);
  });
});

describe('results of a request', () => {
  it('accepts the result of the running lease', () => {
    expect(when([byAda, leased('l1')], deliver('l1'))).toEqual([delivered('l1')]);
  });

  it('accepts the result of a lost lease while the request is open, and revokes a newer lease', () => {
    const lost = [byAda, leased('l0'), released('l0', 'lost')];
    expect(when(lost, deliver('l0'))).toEqual([delivered('l0')]);
    expect(when([...lost, leased('l1')], deliver('l0'))).toEqual([
      released('l1', 'revoked'),
      delivered('l0'),
    ]);
  });

  it('takes the very same result again as a duplicate, also after completion', () => {
    const given = [byAda, leased('l1'), delivered('l1')];
    expect(when(given, deliver('l1'))).toEqual([]);
    expect(when([...given, completed('analysis', 'ada')], deliver('l1'))).toEqual([]);
  });

  it.each([
    ['another pass of the same lease', [byAda, leased('l1'), delivered('l1', 'p0')]],
    ['another lease than the one delivered', [byAda, leased('l1'), delivered('l0')]],
    ['a request completed by another', [byAda, leased('l0'), delivered('l0'), completed('analysis', 'ada')]],
    ['a request completed by a proof', [byAda, completed('closure', 'ada')]],
    ['a cancelled request', [byAda, left('ada', true)]],
  ])('refuses a result as stale for %s', (_name, given) => {
    expect(refusal(given, deliver('l1'))).toBe('stale');
  });

  it('puts a delivery without its event back where it came from', () => {
    expect(when([byAda, leased('l1'), delivered('l1')], drop)).toEqual([dropped, released('l1', 'lost')]);
    expect(when([byAda, leased('l1'), released('l1', 'lost'), delivered('l1')], drop)).toEqual([dropped]);
    expect(when([byAda, leased('l1')], drop)).toEqual([]);
  });

  it('accepts the result once more after that', () => {
    const given = [byAda, leased('l1'), delivered('l1'), dropped, released('l1', 'lost')];
    expect(when(given, deliver('l1'))).toEqual([delivered('l1')]);
  });
});

describe('the end of a request', () => {
  const two = [byAda, joined('ben')];

  it('names everybody who is on it when the analysis lands [QUE-17]', () => {
    const given = [...two, leased('l1'), joined('cem'), delivered('l1')];
    expect(when(given, analysed('l1'))).toEqual([completed('analysis', 'ada', 'ben', 'cem')]);
  });

  it('does not name who has left', () => {
    const given = [...two, left('ada', false), leased('l1'), delivered('l1')];
    expect(when(given, analysed('l1'))).toEqual([completed('analysis', 'ben')]);
  });

  it('stops a newer search when the analysis of an older lease lands', () => {
    const facts = when([byAda, leased('l1')], analysed('l0'));
    expect(facts).toEqual([released('l1', 'revoked'), delivered('l0'), completed('analysis', 'ada')]);
  });

  it('keeps the announced result as the one of record, whatever had been accepted', () => {
    const given = [byAda, leased('l1'), delivered('l1')];
    const facts = when(given, analysed('l0'));
    expect(facts).toEqual([dropped, delivered('l0'), completed('analysis', 'ada')]);
    expect(when([...given, ...facts], deliver('l0'))).toEqual([]);
    expect(when([byAda], analysed('l0'))).toEqual([delivered('l0'), completed('analysis', 'ada')]);
  });

  it('lets a deeper pass complete what waits, and nothing that runs', () => {
    expect(when(two, deeper)).toEqual([completed('deeper', 'ada', 'ben')]);
    expect(when([byAda, leased('l1')], deeper)).toEqual([]);
  });

  it('lets a proof complete what waits, stop what runs and wait for what is delivered', () => {
    expect(when(two, closure)).toEqual([completed('closure', 'ada', 'ben')]);
    expect(when([byAda, leased('l1')], closure)).toEqual([
      released('l1', 'closed'),
      completed('closure', 'ada'),
    ]);
    expect(when([byAda, leased('l1'), delivered('l1')], closure)).toEqual([]);
  });

  it.each([
    ['completed', [byAda, completed('deeper', 'ada')]],
    ['cancelled', [byAda, left('ada', true)]],
    ['unknown', []],
  ])('is final: nothing completes a request that is %s', (_name, given) => {
    expect([analysed('l1'), deeper, closure].flatMap((command) => when(given, command))).toEqual([]);
  });

  it('refuses to fold a history that no decision can have made', () => {
    const fold = () => [byAda, released('l1', 'lost')].reduce(request.evolve, request.initial);
    expect(fold).toThrow('LeaseReleased cannot follow on a request that is PENDING');
  });
});
