import type { Tx } from '@atomicdb/event-store';

/** What an ask is decided on: the commons, the account and the position. */
export interface AskingFacts {
  /** V, nodes. */
  readonly clock: string;
  readonly lastSeq: string;
  /** End of the account's own list; 0: it never asked. */
  readonly lastOrd: number;
  /** Names that count for the cap: waiting rows only. */
  readonly waitingNames: number;
  /** Rung of the deepest completed pass, nodes; 0: none yet. */
  readonly deepestNodes: number;
  readonly closed: boolean;
}

interface Row {
  clock: string;
  last_seq: string;
  last_ord: string | null;
  waiting: number;
  deepest: string | null;
  closed: boolean;
}

/** Cost: counts the account's waiting names, at most its cap. */
export async function readAsking(tx: Tx, accountId: string, position: string): Promise<AskingFacts> {
  const [row] = await tx.query<Row>(
    'read-asking',
    `select c.clock, c.last_seq,
            (select last_ord from account_clocks where account_id = $1) as last_ord,
            (select count(*)::int from waiting_names where account_id = $1) as waiting,
            (select max(budget_nodes) from passes where position = $2) as deepest,
            exists (select from closed_positions where position = $2) as closed
       from commons c`,
    [accountId, position],
  );
  if (!row) throw new Error('the commons has no row');
  return {
    clock: row.clock,
    lastSeq: row.last_seq,
    lastOrd: Number(row.last_ord ?? 0),
    waitingNames: row.waiting,
    deepestNodes: Number(row.deepest ?? 0),
    closed: row.closed,
  };
}
