import { defineEntity, p } from '@mikro-orm/core';

/** Folded from AccountRegistered. */
export const AccountRow = defineEntity({
  name: 'AccountRow',
  tableName: 'accounts',
  properties: {
    accountId: p.text().primary(),
    name: p.text(),
    nameKey: p.text().unique(),
    operator: p.boolean(),
  },
});

/** Secrets are in no event. */
export const Credential = defineEntity({
  name: 'Credential',
  tableName: 'credentials',
  properties: {
    accountId: p.text().primary(),
    passwordHash: p.text().hidden(),
  },
});

export const WorkerSession = defineEntity({
  name: 'WorkerSession',
  tableName: 'worker_sessions',
  properties: {
    sessionId: p.uuid().primary(),
    accountId: p.text(),
    machine: p.text(),
    /** SHA-256 of the token, hexadecimal: 256 random bits need no slow hash. */
    tokenHash: p.text().hidden(),
    expiresAt: p.datetime(),
  },
});

export const entities = [AccountRow, Credential, WorkerSession];
