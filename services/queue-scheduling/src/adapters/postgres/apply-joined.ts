import type { Tx } from '@atomicdb/event-store';
import type { RequestJoined } from '@atomicdb/events';

/** A name joined to a row that runs waits only if the row comes back. */
export async function applyJoined(tx: Tx, joined: RequestJoined, occurredAt: string): Promise<void> {
  const variant = joined.position.slice(0, joined.position.indexOf(':'));
  await tx.query(
    'apply-joined',
    `with request as (
       insert into requests (request_id, position, budget_nodes, state, author_account_id)
       select $1, $2, $4::bigint, 'PENDING', $5 where $6::boolean
     )
     insert into names (request_id, account_id, position, variant, budget_nodes, asked_at, seq, ord, joined_at, waiting)
     values ($1, $5, $2, $3, $4::bigint, $7::bigint, $8::bigint, $9::bigint, $10::timestamptz,
             $6::boolean or exists (select from requests where request_id = $1 and state = 'PENDING'))`,
    [
      joined.requestId,
      joined.position,
      variant,
      joined.budgetNodes,
      joined.accountId,
      joined.first,
      joined.askedAt,
      joined.seq,
      joined.ord,
      occurredAt,
    ],
  );
}
