import type { Random } from '@atomicdb/testing';
import type { EventStore, FeedCursor } from '../../src';

/** The feed as it is, and two planted mutants of it. */
export type ReaderKind = 'feed' | 'naive' | 'xmin-only';

export interface Reader {
  readonly kind: ReaderKind;
  /** stream@version, in the order read. */
  readonly seen: string[];
  /** Reads one batch of a random size and gives its size. */
  step(): Promise<number>;
}

const mostABatch = 400;

function feedReader(store: EventStore, random: Random): Reader {
  let cursor: FeedCursor = '0:0';
  const seen: string[] = [];
  const step = async () => {
    const { events } = await store.readFeed(cursor, 1 + random.below(mostABatch));
    seen.push(...events.map(({ envelope }) => `${envelope.stream}@${envelope.version}`));
    cursor = events.at(-1)?.cursor ?? cursor;
    return events.length;
  };
  return { kind: 'feed', seen, step };
}

const horizons = { naive: '', 'xmin-only': 'and tx_id < pg_snapshot_xmin(pg_current_snapshot())' };

/** Follows the position alone: a transaction that took its numbers early and commits late is passed over. */
function positionReader(kind: 'naive' | 'xmin-only', store: EventStore, random: Random): Reader {
  let last = '0';
  const seen: string[] = [];
  const step = async () => {
    const rows = await store.database.query<{ place: string; position: string }>(
      `read-${kind}`,
      `select stream || '@' || version as place, position from events
        where position > $1::bigint ${horizons[kind]} order by position limit $2`,
      [last, 1 + random.below(mostABatch)],
    );
    seen.push(...rows.map(({ place }) => place));
    last = rows.at(-1)?.position ?? last;
    return rows.length;
  };
  return { kind, seen, step };
}

export function makeReader(kind: ReaderKind, store: EventStore, random: Random): Reader {
  return kind === 'feed' ? feedReader(store, random) : positionReader(kind, store, random);
}
