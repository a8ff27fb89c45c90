import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';

import { processIdentity } from './processes';

export interface Holder {
  pid: number;
  /** See processIdentity: tells a living holder from a stranger with a reused id. */
  identity: string;
  command: string;
  since: string;
}

export type HoldAttempt = { held: true; release: () => Promise<void> } | { held: false; holder: Holder };

/**
 * Takes the lock `file` for this process, or says who has it. The lock of a dead process is
 * taken over. It appears whole (written aside, then linked), so no reader sees half of it.
 */
export async function tryHold(file: string): Promise<HoldAttempt> {
  const mine = JSON.stringify(describeSelf());
  for (;;) {
    if (await createWhole(file, mine)) return { held: true, release: () => releaseIf(file, mine) };
    const found = await readFile(file, 'utf8').catch(() => undefined);
    if (found === undefined) continue;
    const holder = parseHolder(found);
    if (holder && processIdentity(holder.pid) === holder.identity) return { held: false, holder };
    await setAside(file, found);
  }
}

/** One sentence for a refusal, for example `process 4711 (node main.js) since 2026-…`. */
export function describeHolder(holder: Holder): string {
  const self = holder.pid === process.pid ? 'this very process' : `process ${holder.pid}`;
  return `${self} (${holder.command}) since ${holder.since}`;
}

function describeSelf(): Holder & { token: string } {
  return {
    pid: process.pid,
    identity: processIdentity(process.pid) ?? '',
    command: process.argv.slice(0, 3).join(' '),
    since: new Date().toISOString(),
    token: randomUUID(),
  };
}

async function createWhole(file: string, content: string): Promise<boolean> {
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, content, { mode: 0o644, flag: 'wx' });
  try {
    await link(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

/** Two may find the same stale lock; who moved a fresh one by mistake links it back. */
async function setAside(file: string, stale: string): Promise<void> {
  const aside = `${file}.${randomUUID()}`;
  const moved = await rename(file, aside).then(
    () => true,
    () => false,
  );
  if (!moved) return;
  if ((await readFile(aside, 'utf8')) !== stale) await link(aside, file).catch(() => undefined);
  await rm(aside, { force: true });
}

async function releaseIf(file: string, content: string): Promise<void> {
  const found = await readFile(file, 'utf8').catch(() => undefined);
  if (found === content) await rm(file, { force: true });
}

function parseHolder(text: string): Holder | undefined {
  try {
    const value = JSON.parse(text) as Partial<Holder>;
    return typeof value.pid === 'number' && typeof value.identity === 'string'
      ? (value as Holder)
      : undefined;
  } catch {
    return undefined;
  }
}
