import { codeOf, RunningAccounts } from './running-accounts';

const password = 'correct horse battery';

describe('accounts', () => {
  let accounts: RunningAccounts;

  beforeAll(async () => {
    accounts = await RunningAccounts.start();
  });

  afterAll(() => accounts.stop());

  it('registers an account with its event, and no password in either', async () => {
    const { account } = await accounts.api.registerAccount({ name: 'Ada', password });
    const { accountId = '' } = account ?? {};
    expect(account).toEqual({ accountId, name: 'Ada', operator: false });
    const events = await accounts.events();
    expect(events.map(({ type, stream, data }) => ({ type, stream, data }))).toEqual([
      {
        type: 'AccountRegistered',
        stream: `account-${accountId}`,
        data: { accountId, name: 'Ada', operator: false },
      },
    ]);
    expect(events[0]?.payload.includes('horse')).toBe(false);
    const [credential] = await accounts.rows(`select * from accounts.credentials`);
    expect(credential?.['password_hash']).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('lets nobody have a name twice, whatever the case of its letters', async () => {
    await accounts.api.registerAccount({ name: 'Grace', password });
    expect(await codeOf(accounts.api.registerAccount({ name: 'gRACE', password }))).toBe('name-taken');
  });

  it('gives a name to exactly one of many who want it at once, and leaves no event of the others', async () => {
    const before = (await accounts.events()).length;
    const calls = Array.from({ length: 10 }, (_, index) =>
      codeOf(accounts.api.registerAccount({ name: index % 2 ? 'hypatia' : 'Hypatia', password })),
    );
    const codes = await Promise.all(calls);
    expect(codes.sort()).toEqual(['done', ...Array<string>(9).fill('name-taken')]);
    expect((await accounts.events()).length).toBe(before + 1);
  });

  it('refuses a bad name and a bad password before it makes anything', async () => {
    const before = (await accounts.events()).length;
    expect(await codeOf(accounts.api.registerAccount({ name: 'a', password }))).toBe('name-invalid');
    expect(await codeOf(accounts.api.registerAccount({ name: 'shorty', password: '1234567' }))).toBe(
      'password-invalid',
    );
    expect((await accounts.events()).length).toBe(before);
  });

  it('opens with name and password, the case of the name aside', async () => {
    const { account } = await accounts.api.registerAccount({ name: 'Emmy', password });
    expect(await accounts.api.checkPassword({ name: 'emmy', password })).toEqual({ account });
    expect(await accounts.api.checkPassword({ name: 'EMMY', password })).toEqual({ account });
  });

  it('says the same of a wrong password and of an unknown name', async () => {
    await accounts.api.registerAccount({ name: 'Sofja', password });
    const refusal = (name: string, wrong: string) =>
      accounts.api.checkPassword({ name, password: wrong }).catch((error: unknown) => ({
        code: (error as { code: string }).code,
        message: (error as Error).message,
      }));
    const wrong = await refusal('Sofja', `${password}!`);
    expect(wrong).toEqual({
      code: 'wrong-password',
      message: 'Name and password do not fit: check both and try again.',
    });
    expect(await refusal('nobody-here', password)).toEqual(wrong);
    expect(await refusal(`x' or '1'='1`, password)).toEqual(wrong);
    expect(await refusal('a\u0000', password)).toEqual(wrong);
    expect(await refusal('Sofja', 'x'.repeat(100_000))).toEqual(wrong);
  });

  it('takes as long for an unknown name as for a wrong password', async () => {
    await accounts.api.registerAccount({ name: 'Maria', password });
    // The shortest of each: what else the machine does makes some longer.
    const spent = { Maria: Infinity, 'no-such-name': Infinity };
    await codeOf(accounts.api.checkPassword({ name: 'no-such-name', password }));
    for (let round = 0; round < 12; round += 1) {
      for (const name of ['Maria', 'no-such-name'] as const) {
        const start = performance.now();
        await codeOf(accounts.api.checkPassword({ name, password: `wrong password ${round}` }));
        spent[name] = Math.min(spent[name], performance.now() - start);
      }
    }
    const [known, unknown] = [spent.Maria, spent['no-such-name']];
    expect(unknown / known).toBeGreaterThan(0.3);
    expect(unknown / known).toBeLessThan(3);
  });

  it('refuses a flood of checks beyond its line and answers everything else meanwhile', async () => {
    const { account } = await accounts.api.registerAccount({ name: 'Mileva', password });
    const flood = Array.from({ length: 200 }, (_, index) =>
      codeOf(accounts.api.checkPassword({ name: 'Mileva', password: `wrong guess ${index}` })),
    );
    const names = await accounts.api.getNames({ accountIds: [account?.accountId ?? ''] });
    expect(names.accounts.map(({ name }) => name)).toEqual(['Mileva']);
    const codes = await Promise.all(flood);
    const busy = codes.filter((code) => code === 'checks-busy').length;
    expect(codes.filter((code) => code === 'wrong-password').length).toBe(200 - busy);
    expect(busy).toBeGreaterThan(0);
  });

  it('leaves unknown ids out when it names accounts', async () => {
    const { account } = await accounts.api.registerAccount({ name: 'Lise', password });
    const accountIds = [account?.accountId ?? '', 'anonymous', '00000000-0000-4000-8000-000000000000'];
    expect(await accounts.api.getNames({ accountIds })).toEqual({ accounts: [account] });
    expect(await accounts.api.getNames({ accountIds: [] })).toEqual({ accounts: [] });
  });

  it('lets nobody register under the names of the accounts that the first start makes', async () => {
    const before = (await accounts.events()).length;
    for (const name of ['operator', 'Operator', 'local-worker'])
      expect(await codeOf(accounts.api.registerAccount({ name, password }))).toBe('name-taken');
    expect((await accounts.events()).length).toBe(before);
  });

  it('ensures an account: made once, operator flag and password left alone afterwards', async () => {
    const wanted = { name: 'operator', password, operator: true };
    const first = await accounts.api.ensureAccount(wanted);
    expect(first.created).toBe(true);
    expect(first.account?.operator).toBe(true);
    const again = await accounts.api.ensureAccount({
      ...wanted,
      password: 'another password',
      operator: false,
    });
    expect(again).toEqual({ account: first.account, created: false });
    expect(await accounts.api.checkPassword({ name: 'operator', password })).toEqual({
      account: first.account,
    });
  });

  it('ensures an account once when two starts do it together', async () => {
    const wanted = { name: 'local-worker', password, operator: false };
    const made = await Promise.all([accounts.api.ensureAccount(wanted), accounts.api.ensureAccount(wanted)]);
    expect(made.map(({ created }) => created).sort()).toEqual([false, true]);
    expect(made[0]?.account).toEqual(made[1]?.account);
  });

  it('holds in its table of accounts exactly what its events say', async () => {
    const live = await accounts.rows(
      `select account_id, name, name_key, operator from accounts.accounts order by 1`,
    );
    const events = await accounts.events();
    const folded = events.map(({ data }) => {
      const { accountId, name, operator } = data as { accountId: string; name: string; operator: boolean };
      return { account_id: accountId, name, name_key: name.toLowerCase(), operator };
    });
    expect(folded.sort((a, b) => (a.account_id < b.account_id ? -1 : 1))).toEqual(live);
  });
});
