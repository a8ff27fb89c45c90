import type { Tx } from '@atomicdb/event-store';
import type { AccountClock, Commons, WaitingName, WaitingRow } from '../../domain/order';

interface NameRow {
  request_id: string;
  position: string;
  budget_nodes: string;
  paid_tag: string | null;
  account_id: string;
  asked_at: string;
  seq: string;
  ord: string;
  tag: string;
  last_lease: string;
  blocked: boolean;
  commons_lease: string;
}

/** Everything the order depends on, in one statement and so of one moment. Cost: every waiting name of the commons. */
export async function readWaiting(tx: Tx): Promise<Commons> {
  const rows = await tx.query<NameRow>(
    'read-waiting',
    `select w.request_id, w.position, w.budget_nodes, r.paid_tag, w.account_id, w.asked_at, w.seq, w.ord,
            a.tag, a.last_lease, c.last_lease as commons_lease,
            position_runs(w.position) as blocked
       from waiting_names w
       join requests r using (request_id)
       join account_clocks a using (account_id)
       cross join commons c
      order by w.seq`,
  );
  return toCommons(rows);
}

function toCommons(rows: readonly NameRow[]): Commons {
  const requests = new Map<string, WaitingRow & { names: WaitingName[] }>();
  const accounts = new Map<string, AccountClock>();
  for (const row of rows) {
    const request = requests.get(row.request_id) ?? { ...toRow(row), names: [] };
    request.names.push(toName(row));
    requests.set(row.request_id, request);
    accounts.set(row.account_id, { tag: BigInt(row.tag), lastLease: BigInt(row.last_lease) });
  }
  const running = new Set(rows.flatMap((row) => (row.blocked ? [row.position] : [])));
  return { rows: [...requests.values()], accounts, running, lastLease: BigInt(rows[0]?.commons_lease ?? 0) };
}

function toRow(row: NameRow): Omit<WaitingRow, 'names'> {
  return {
    requestId: row.request_id,
    position: row.position,
    budgetNodes: Number(row.budget_nodes),
    paidTag: row.paid_tag === null ? null : BigInt(row.paid_tag),
  };
}

function toName(row: NameRow): WaitingName {
  return {
    accountId: row.account_id,
    askedAt: BigInt(row.asked_at),
    seq: BigInt(row.seq),
    ord: BigInt(row.ord),
  };
}
