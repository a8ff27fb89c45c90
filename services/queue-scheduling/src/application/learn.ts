import type { Consumer } from '@atomicdb/bus';
import type { Database, Tx } from '@atomicdb/event-store';
import type { DomainEvent } from '@atomicdb/events';
import { addPasses, type PassFact } from '../adapters/postgres/add-passes';
import { closePosition } from '../adapters/postgres/close-position';
import { retractPasses } from '../adapters/postgres/retract-passes';
import { analysesProcessor } from './close-on-analysis';
import { closuresProcessor } from './close-on-proof';

class PendingPasses {
  private readonly added = new Map<string, PassFact>();
  private readonly retracted: string[] = [];

  add(event: DomainEvent): void {
    if (event.type === 'AnalysisCompleted') this.added.set(event.data.passId, event.data);
    if (event.type === 'AnalysisRetracted') this.retracted.push(event.data.passId);
  }

  async write(tx: Tx): Promise<void> {
    if (this.retracted.length > 0) await retractPasses(tx, this.retracted);
    if (this.added.size > 0) await addPasses(tx, [...this.added.values()]);
  }
}

/** What the reaction to analyses keeps of them, without what it does because of them: for a rebuild. */
export function makeLearnPasses(database: Database): Consumer {
  let pending = new PendingPasses();
  return {
    ...analysesProcessor,
    database,
    handle(_tx, { event }) {
      pending.add(event);
      return Promise.resolve();
    },
    flush: (tx) => pending.write(tx),
    settled() {
      pending = new PendingPasses();
      return Promise.resolve();
    },
  };
}

/** What the reaction to closures keeps of them, without what it does because of them: for a rebuild. */
export function makeLearnClosures(database: Database): Consumer {
  return {
    ...closuresProcessor,
    database,
    async handle(tx, { event }) {
      if (event.type === 'PositionsClosed') await closePosition(tx, event.data.position, event.data.status);
    },
  };
}
