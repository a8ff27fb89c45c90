import type { Tx } from '@atomicdb/event-store';

export interface BoardLine {
  readonly account_id: string;
  readonly name: string;
  readonly nodes: string;
  readonly analyses: number;
  readonly positions: number;
}

/** Sums by account since a day (all time where null), most nodes first; nobody is the empty account. */
export function readBoard(tx: Tx, firstDay: string | null): Promise<BoardLine[]> {
  return tx.query<BoardLine>(
    'read-board',
    `select account_id, coalesce(name, account_id) as name, sum(nodes)::text as nodes,
            count(*)::int as analyses, count(distinct position)::int as positions
       from stamps left join account_names using (account_id)
      where $1::date is null or day >= $1::date
      group by account_id, name
      order by sum(nodes) desc, account_id`,
    [firstDay],
  );
}
