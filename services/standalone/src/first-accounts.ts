import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AccountsServiceService, Api } from '@atomicdb/rpc';

export interface Credentials {
  readonly name: string;
  readonly password: string;
}

/** Written whole under another name first: a crash leaves either no password or all of it. */
async function passwordOf(file: string): Promise<string> {
  if (existsSync(file)) return (await readFile(file, 'utf8')).trim();
  const password = randomBytes(18).toString('base64url');
  await writeFile(`${file}.new`, `${password}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
  return password;
}

/** The operator and the local worker: made at the first start, their passwords kept in the data folder (mode 0600). */
export async function ensureFirstAccounts(
  accounts: Api<typeof AccountsServiceService>,
  data: string,
): Promise<{ operator: Credentials; worker: Credentials; created: boolean }> {
  await mkdir(data, { recursive: true });
  const ensure = async (name: string, operator: boolean) => {
    const password = await passwordOf(join(data, `${name}-password`));
    const { created } = await accounts.ensureAccount({ name, password, operator });
    return { name, password, created };
  };
  const operator = await ensure('operator', true);
  const worker = await ensure('local-worker', false);
  return { operator, worker, created: operator.created };
}
