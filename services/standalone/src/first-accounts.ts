import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isRejected } from '@atomicdb/decider';
import { makeFolders } from '@atomicdb/embedded-postgres';
import type { AccountsServiceService, Api } from '@atomicdb/rpc';

type Accounts = Api<typeof AccountsServiceService>;

export interface Credentials {
  readonly name: string;
  readonly password: string;
}

interface Ensured extends Credentials {
  readonly created: boolean;
  /** The file, where it does not hold the password of the account. */
  readonly wrongFile: string | null;
}

const list = new Intl.ListFormat('en');

/** Written whole under another name first: a crash leaves either no password or all of it. */
async function passwordOf(file: string): Promise<string> {
  if (existsSync(file)) return (await readFile(file, 'utf8')).trim();
  const password = randomBytes(18).toString('base64url');
  await writeFile(`${file}.new`, `${password}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
  return password;
}

async function opens(accounts: Accounts, credentials: Credentials): Promise<boolean> {
  try {
    await accounts.checkPassword(credentials);
    return true;
  } catch (error) {
    if (isRejected(error) && error.code === 'wrong-password') return false;
    throw error;
  }
}

/** An account that exists keeps its password: a file made beside it just now is wrong, and goes again. */
async function ensure(accounts: Accounts, data: string, name: string, operator: boolean): Promise<Ensured> {
  const file = join(data, `${name}-password`);
  const isNew = !existsSync(file);
  const password = await passwordOf(file);
  const { created } = await accounts.ensureAccount({ name, password, operator });
  const isRight = created || (await opens(accounts, { name, password }));
  if (!isRight && isNew) await rm(file);
  return { name, password, created, wrongFile: isRight ? null : file };
}

/**
 * The operator and the local worker: made at the first start, their passwords kept in the data folder (mode 0600).
 * Throws one sentence where the database has them already and the folder does not have their passwords.
 */
export async function ensureFirstAccounts(
  accounts: Accounts,
  data: string,
): Promise<{ operator: Credentials; worker: Credentials; created: boolean }> {
  await makeFolders(data);
  const operator = await ensure(accounts, data, 'operator', true);
  const worker = await ensure(accounts, data, 'local-worker', false);
  const wrong = [operator, worker].flatMap(({ wrongFile }) => wrongFile ?? []);
  if (wrong.length > 0) {
    throw new Error(
      `The database was started before, and ${list.format(wrong)} ${wrong.length > 1 ? 'do' : 'does'} not hold the ` +
        'passwords of its accounts: put the files of that start there, or start on an empty database.',
    );
  }
  const credentials = ({ name, password }: Ensured): Credentials => ({ name, password });
  return { operator: credentials(operator), worker: credentials(worker), created: operator.created };
}
