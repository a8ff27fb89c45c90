import type { Consumer } from '@atomicdb/bus';
import type { Database, Tx } from '@atomicdb/event-store';
import type { DomainEvent } from '@atomicdb/events';
import { addStamps } from '../adapters/postgres/add-stamps';
import { retractPasses } from '../adapters/postgres/retract-passes';
import { setAccountNames } from '../adapters/postgres/set-account-names';
import { dayOf, stampOf, type Stamp } from '../domain/stamp';

export const boardsProcessor = {
  name: 'attribution:boards:2',
  types: ['AnalysisCompleted', 'AnalysisRetracted', 'AccountRegistered'],
} as const;

/** What one batch writes, a statement for each table. */
class PendingBoards {
  private readonly stamps: Stamp[] = [];
  private readonly retracted: string[] = [];
  private readonly names = new Map<string, string>();

  add(event: DomainEvent): void {
    if (event.type === 'AnalysisCompleted') this.stamps.push(stampOf(event.data));
    if (event.type === 'AnalysisRetracted') this.retracted.push(event.data.passId);
    if (event.type === 'AccountRegistered') this.names.set(event.data.accountId, event.data.name);
  }

  async write(tx: Tx): Promise<void> {
    if (this.retracted.length > 0) await retractPasses(tx, this.retracted);
    if (this.stamps.length > 0) await addStamps(tx, this.stamps);
    if (this.names.size > 0) await setAccountNames(tx, this.names);
  }
}

/** Projection: the stamp of every pass that counts, and the names of the accounts. */
export function makeBoards(database: Database): Consumer {
  let pending = new PendingBoards();
  return {
    ...boardsProcessor,
    database,
    check({ event }) {
      if (event.type === 'AnalysisCompleted') dayOf(event.data.completedAt);
    },
    handle(_tx, { event }) {
      pending.add(event);
      return Promise.resolve();
    },
    flush: (tx) => pending.write(tx),
    settled() {
      pending = new PendingBoards();
      return Promise.resolve();
    },
  };
}
