import { setTimeout } from 'node:timers/promises';
import { upkeep, type EventStore, type FeedCursor } from '@atomicdb/event-store';
import type { RowLine } from './event-file';
import type { StoreOwner } from './owners';
import { keptTables } from './stores';

/** A rebuild that switches holds a gate for as long as it takes. */
const patienceMs = 60_000;
const pauseMs = 250;
const lockNotAvailable = '55P03';

/** One store at the moment. */
export interface Standing {
  /** Its last event. */
  readonly last: FeedCursor;
  /** What belongs to it and follows from no event. */
  readonly rows: readonly RowLine[];
}

export type Moment = ReadonlyMap<StoreOwner, Standing>;
type Stores = ReadonlyMap<StoreOwner, EventStore>;

async function standingOf(owner: StoreOwner, store: EventStore): Promise<[StoreOwner, Standing]> {
  const rows: RowLine[] = [];
  for (const table of keptTables(owner)) {
    const kept = await store.database.snapshot((tx) => upkeep.readKept(tx, table));
    rows.push(...kept.map((row) => ({ owner, table, row })));
  }
  return [owner, { last: await store.lastCursor(), rows }];
}

/** Runs work while no append of these stores is under way; the others wait at their gates. */
function whileClosed<T>([store, ...others]: readonly EventStore[], work: () => Promise<T>): Promise<T> {
  if (!store) return work();
  return store.database.transaction(async (tx) => {
    await upkeep.closeGateBriefly(tx, store.owner);
    return whileClosed(others, work);
  });
}

const isHeldUp = (error: unknown) => (error as { code?: string }).code === lockNotAvailable;

/**
 * How every store stands at one moment: with an event everything it came of is there, in whichever store. An append that
 * takes long is not waited for, as others would wait too, and one of them might be what it needs: all gates open and
 * close again.
 */
export async function atOneMoment(stores: Stores, signal?: AbortSignal): Promise<Moment> {
  const look = () => Promise.all([...stores].map(([owner, store]) => standingOf(owner, store)));
  for (const began = performance.now(); ; await setTimeout(pauseMs)) {
    signal?.throwIfAborted();
    try {
      return new Map(await whileClosed([...stores.values()], look));
    } catch (error) {
      if (!isHeldUp(error)) throw error;
      if (performance.now() - began > patienceMs) {
        throw new Error(
          `Appends have been under way for over ${patienceMs / 1_000} s without a pause: export again when less is written.`,
          { cause: error },
        );
      }
    }
  }
}
