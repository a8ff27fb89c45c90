import { fold, Rejected } from '@atomicdb/decider';
import { account } from './account';

const command = { type: 'RegisterAccount', accountId: 'a-1', name: 'Ada', operator: false } as const;

function codeOf(work: () => unknown): string {
  try {
    work();
    return 'accepted';
  } catch (error) {
    return error instanceof Rejected ? error.code : String(error);
  }
}

describe('an account', () => {
  it('is registered once, under the name as it was written', () => {
    const events = account.decide(command, account.initial);
    expect(events).toEqual([
      { type: 'AccountRegistered', data: { accountId: 'a-1', name: 'Ada', operator: false } },
    ]);
    const state = fold(account, events);
    expect(state).toEqual({ kind: 'registered', accountId: 'a-1', name: 'Ada' });
    expect(account.decide(command, state)).toEqual([]);
  });

  it.each([
    ['two characters', 'ab', 'accepted'],
    ['32 characters', 'a'.repeat(32), 'accepted'],
    ['letters, digits, _ and -', 'Ada_Love-1815', 'accepted'],
    ['one character', 'a', 'name-invalid'],
    ['33 characters', 'a'.repeat(33), 'name-invalid'],
    ['a blank', 'ada love', 'name-invalid'],
    ['a line end behind it', 'ada\n', 'name-invalid'],
    ['letters beyond ASCII', 'ädä', 'name-invalid'],
    ['markup', '<b>ada</b>', 'name-invalid'],
    ['the pool of anonymous requests', 'Anonymous', 'name-taken'],
    ['the requests of the house', 'house', 'name-taken'],
    ['what belongs to nobody', 'nobody', 'name-taken'],
  ])('answers a name of %s', (_, name, code) => {
    expect(codeOf(() => account.decide({ ...command, name }, account.initial))).toBe(code);
  });
});
