import { codeOf, RunningAccounts } from './running-accounts';

const credentials = { name: 'Konrad', password: 'correct horse battery' };

describe('worker sessions', () => {
  let accounts: RunningAccounts;

  beforeAll(async () => {
    accounts = await RunningAccounts.start();
    await accounts.api.registerAccount(credentials);
  });

  afterAll(() => accounts.stop());

  it('open with the credentials of the website and name their account [API-17] [ATT-10]', async () => {
    const { account } = await accounts.api.checkPassword(credentials);
    const opened = await accounts.api.openWorkerSession({ ...credentials, machine: 'attic' });
    expect(opened.account).toEqual(account);
    const checked = await accounts.api.checkWorkerSession({
      sessionId: opened.sessionId,
      token: opened.token,
    });
    expect(checked).toEqual({ account, machine: 'attic' });
  });

  it('are each their own, also for one account and one machine', async () => {
    const [a, b] = await Promise.all([
      accounts.api.openWorkerSession({ ...credentials, machine: 'attic' }),
      accounts.api.openWorkerSession({ ...credentials, machine: 'attic' }),
    ]);
    expect(a.sessionId).not.toBe(b.sessionId);
    expect(await codeOf(accounts.api.checkWorkerSession({ sessionId: a.sessionId, token: b.token }))).toBe(
      'session-unknown',
    );
  });

  it('keep only a hash of the token', async () => {
    const { token, sessionId } = await accounts.api.openWorkerSession({ ...credentials, machine: 'cellar' });
    const [row] = await accounts.rows(
      `select * from accounts.worker_sessions where session_id = '${sessionId}'`,
    );
    expect(row?.['machine']).toBe('cellar');
    expect(JSON.stringify(row)).not.toContain(token);
  });

  it.each([
    ['no session of this id', { sessionId: '00000000-0000-4000-8000-000000000000', token: 'x' }],
    ['an id that is none', { sessionId: `1'; drop table worker_sessions; --`, token: 'x' }],
    ['nothing at all', { sessionId: '', token: '' }],
  ])('are refused: %s', async (_, session) => {
    expect(await codeOf(accounts.api.checkWorkerSession(session))).toBe('session-unknown');
  });

  it('end after their time, and the next one of the account clears them away', async () => {
    const { token, sessionId } = await accounts.api.openWorkerSession({ ...credentials, machine: 'attic' });
    await accounts.rows(`update accounts.worker_sessions set expires_at = now() - interval '1 second'`);
    expect(await codeOf(accounts.api.checkWorkerSession({ sessionId, token }))).toBe('session-unknown');
    await accounts.api.openWorkerSession({ ...credentials, machine: 'attic' });
    expect(await accounts.rows(`select machine from accounts.worker_sessions`)).toEqual([
      { machine: 'attic' },
    ]);
  });

  it('do not open with a wrong password or a machine name that cannot be shown', async () => {
    const open = (wrong: object) =>
      codeOf(accounts.api.openWorkerSession({ ...credentials, machine: 'attic', ...wrong }));
    expect(await open({ password: 'wrong horse battery' })).toBe('wrong-password');
    expect(await open({ machine: '' })).toBe('machine-invalid');
    expect(await open({ machine: 'a\u0000b' })).toBe('machine-invalid');
    expect(await open({ machine: 'm'.repeat(65) })).toBe('machine-invalid');
  });
});
