import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AccountsModule } from '@atomicdb/accounts';
import { EmbeddedBus } from '@atomicdb/bus';
import { AccountsServiceService, LocalPeers, type Api } from '@atomicdb/rpc';
import { ServiceHost } from '@atomicdb/service-process';
import { createLogger } from '@atomicdb/telemetry';
import { freshDatabase, type FreshDatabase } from '@atomicdb/testing';
import { ensureFirstAccounts } from '../src';

const names = ['operator', 'local-worker'] as const;

describe('the first accounts', () => {
  let fresh: FreshDatabase;
  let host: ServiceHost;
  let accounts: Api<typeof AccountsServiceService>;
  let folder: string;
  let first: string;
  let second: string;

  const file = (data: string, name: string) => join(data, `${name}-password`);
  const passwordIn = (data: string, name: string) => readFileSync(file(data, name), 'utf8').trim();

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'atomicdb-first-'));
    [first, second] = [join(folder, 'first'), join(folder, 'second')];
    fresh = await freshDatabase(['accounts'], () => Promise.resolve());
    const peers = new LocalPeers();
    const bus = new EmbeddedBus((error) => console.error(error));
    const context = { databaseUrl: fresh.roleUrl, bus, peers, logger: createLogger('accounts', 'fatal') };
    const modules = [AccountsModule.register(context)];
    host = await ServiceHost.start({ context, modules, http: { host: '127.0.0.1', port: 0 } });
    accounts = peers.client('accounts', AccountsServiceService);
  });

  afterAll(async () => {
    await host.stop();
    await fresh.drop();
    rmSync(folder, { recursive: true });
  });

  it('are made with passwords of their own, which only who started can read', async () => {
    expect((await ensureFirstAccounts(accounts, first)).created).toBe(true);
    expect(readdirSync(first).sort()).toEqual(['local-worker-password', 'operator-password']);
    for (const name of names) {
      expect(statSync(file(first, name)).mode & 0o777).toBe(0o600);
      const { account } = await accounts.checkPassword({ name, password: passwordIn(first, name) });
      expect(account).toMatchObject({ name, operator: name === 'operator' });
    }
    expect(passwordIn(first, 'operator')).not.toBe(passwordIn(first, 'local-worker'));
  });

  it('are the same at the next start', async () => {
    expect(await ensureFirstAccounts(accounts, first)).toEqual({
      operator: { name: 'operator', password: passwordIn(first, 'operator') },
      worker: { name: 'local-worker', password: passwordIn(first, 'local-worker') },
      created: false,
    });
  });

  it('are missed where the data folder is new and the database is not: no wrong password is left there', async () => {
    const started = ensureFirstAccounts(accounts, second);
    await expect(started).rejects.toThrow(
      `The database was started before, and ${file(second, 'operator')} and ${file(second, 'local-worker')} do ` +
        'not hold the passwords of its accounts: put the files of that start there, or start on an empty database.',
    );
    expect(readdirSync(second)).toEqual([]);
  });

  it('are found again once the files of the first start are there, each missed by its name', async () => {
    writeFileSync(file(second, 'operator'), `${passwordIn(first, 'operator')}\n`, { mode: 0o600 });
    writeFileSync(file(second, 'local-worker'), 'another password\n', { mode: 0o600 });
    await expect(ensureFirstAccounts(accounts, second)).rejects.toThrow(
      `The database was started before, and ${file(second, 'local-worker')} does not hold`,
    );
    expect(passwordIn(second, 'local-worker')).toBe('another password');
    writeFileSync(file(second, 'local-worker'), `${passwordIn(first, 'local-worker')}\n`);
    expect((await ensureFirstAccounts(accounts, second)).created).toBe(false);
  });
});
