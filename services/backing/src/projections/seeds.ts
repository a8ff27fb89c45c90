import type { Consumer } from '@atomicdb/bus';
import type { Database, Tx } from '@atomicdb/event-store';
import type { DomainEvent } from '@atomicdb/events';
import { writeRetractions } from '../adapters/postgres/write-retractions';
import { deleteSeeds, writeSeeds } from '../adapters/postgres/write-seeds';
import { toPass } from '../domain/from-events';
import { seedsOf, type Seed } from '../domain/seeds';

export const seedsProcessor = {
  name: 'backing:seeds:1',
  types: ['AnalysisCompleted', 'AnalysisRetracted'],
} as const;

/** A pass of 32 lines of 256 plies has some thousand seeds. */
const batchSize = 50;

class PendingSeeds {
  private seeds: Seed[] = [];
  private readonly retracted: string[] = [];

  add(event: DomainEvent): void {
    if (event.type === 'AnalysisCompleted') this.seeds = this.seeds.concat(seedsOf(event.data));
    if (event.type === 'AnalysisRetracted') this.retracted.push(event.data.passId);
  }

  async write(tx: Tx): Promise<void> {
    if (this.retracted.length > 0) {
      await writeRetractions(tx, this.retracted);
      await deleteSeeds(tx, this.retracted);
    }
    if (this.seeds.length > 0) await writeSeeds(tx, this.seeds);
  }
}

/** Projection: what the engine lines say of the moves they run through; the row shows the latest. */
export function makeSeeds(database: Database): Consumer {
  let pending = new PendingSeeds();
  return {
    ...seedsProcessor,
    database,
    batchSize,
    check({ event }) {
      if (event.type === 'AnalysisCompleted') toPass(event.data);
    },
    handle(_tx, { event }) {
      pending.add(event);
      return Promise.resolve();
    },
    flush: (tx) => pending.write(tx),
    settled() {
      pending = new PendingSeeds();
      return Promise.resolve();
    },
  };
}
