import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { Rejected } from '@atomicdb/decider';
import type { Database } from '@atomicdb/event-store';
import type {
  CheckWorkerSessionRequest,
  CheckWorkerSessionResponse,
  OpenWorkerSessionRequest,
  OpenWorkerSessionResponse,
} from '@atomicdb/rpc';
import { AccountRow, WorkerSession } from '../adapters/postgres/entities';
import { checkMachine } from '../domain/machine';
import { signIn } from './check-password';
import type { PasswordChecks } from './password-checks';

const lifetimeMs = 30 * 24 * 3_600_000;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

function sessionUnknown(): Rejected {
  return new Rejected('session-unknown', 'This session is unknown or has ended: register the worker again.');
}

/** A worker signs in once and then shows its token; throws Rejected with wrong-password or machine-invalid. */
export function makeOpenWorkerSession(database: Database, checks: PasswordChecks) {
  return async (request: OpenWorkerSessionRequest): Promise<OpenWorkerSessionResponse> => {
    checkMachine(request.machine);
    const account = await signIn(database, checks, request);
    const { accountId } = account;
    const sessionId = randomUUID();
    const token = randomBytes(32).toString('base64url');
    const now = Date.now();
    await database.transaction(async ({ em }) => {
      await em.nativeDelete(WorkerSession, { accountId, expiresAt: { $lt: new Date(now) } });
      const tokenHash = hashToken(token).toString('hex');
      const session = { sessionId, accountId, machine: request.machine, tokenHash };
      em.create(WorkerSession, { ...session, expiresAt: new Date(now + lifetimeMs) }, { persist: true });
    });
    return { sessionId, token, account };
  };
}

/** Whose session it is; throws Rejected with session-unknown, also for a wrong token. */
export function makeCheckWorkerSession(database: Database) {
  return ({ sessionId, token }: CheckWorkerSessionRequest): Promise<CheckWorkerSessionResponse> =>
    database.transaction(async ({ em }) => {
      if (!uuid.test(sessionId)) throw sessionUnknown();
      const session = await em.findOne(WorkerSession, { sessionId, expiresAt: { $gt: new Date() } });
      const stored = session && Buffer.from(session.tokenHash, 'hex');
      if (!session || !stored || !timingSafeEqual(stored, hashToken(token))) throw sessionUnknown();
      const { accountId, name, operator } = await em.findOneOrFail(AccountRow, {
        accountId: session.accountId,
      });
      return { account: { accountId, name, operator }, machine: session.machine };
    });
}
