import type { Tx } from '@atomicdb/event-store';
import { unknownHeadline } from '../../domain/headline';
import type { HeadlineChange } from '../../domain/published';

export interface StoredChange extends HeadlineChange {
  readonly id: string;
  readonly traceparent: string | null;
}

/** The oldest changes that are not published yet, in order. JSON has no undefined: absent fields are filled in. */
export async function readChanges(tx: Tx, limit: number): Promise<StoredChange[]> {
  const rows = await tx.query<StoredChange>(
    'read-changes',
    `select id, position, was, now, traceparent from changes order by id limit $1`,
    [limit],
  );
  return rows.map((row) => ({
    ...row,
    was: { ...unknownHeadline, ...row.was },
    now: { ...unknownHeadline, ...row.now },
  }));
}

/** Ids that were still there: a change is published by whoever takes it out. */
export async function takeChanges(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  const rows = await tx.query<{ id: string }>(
    'take-changes',
    `delete from changes where id = any($1::bigint[]) returning id`,
    [ids],
  );
  return new Set(rows.map(({ id }) => id));
}
