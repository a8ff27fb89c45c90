import type { Tx } from '@atomicdb/event-store';
import type { EventRecord } from '@atomicdb/events';

interface Account {
  lastOrd: number;
  tag: string | null;
  lastLease: string | null;
}

/** What a run of events does to the one row of the commons and to the clocks of the accounts. */
class Clocks {
  clock = 0n;
  lastSeq = 0n;
  lastLease = 0n;
  readonly accounts = new Map<string, Account>();

  take({ event }: EventRecord): void {
    if (event.type === 'RequestJoined') {
      this.lastSeq = most(this.lastSeq, event.data.seq);
      const account = this.of(event.data.accountId);
      account.lastOrd = Math.max(account.lastOrd, event.data.ord);
    }
    if (event.type !== 'RequestLeased') return;
    this.clock = most(this.clock, event.data.clock);
    this.lastLease = most(this.lastLease, event.data.leaseNumber);
    // Charges the payer, where there is one. Source: queue.md, "The order" 4.
    if (!event.data.payerAccountId) return;
    const payer = this.of(event.data.payerAccountId);
    [payer.tag, payer.lastLease] = [String(event.data.tag), String(event.data.leaseNumber)];
  }

  private of(accountId: string): Account {
    const known = this.accounts.get(accountId) ?? { lastOrd: 0, tag: null, lastLease: null };
    this.accounts.set(accountId, known);
    return known;
  }
}

function most(a: bigint, b: string | number | bigint | undefined): bigint {
  const other = BigInt(b ?? 0);
  return other > a ? other : a;
}

/**
 * Once for a whole run of events: a row that one transaction writes again and again is looked up through all its
 * versions, which made folding the log again quadratic in the length of a run.
 */
export async function applyClocks(tx: Tx, events: readonly EventRecord[]): Promise<void> {
  const clocks = new Clocks();
  for (const event of events) clocks.take(event);
  if (clocks.accounts.size === 0 && clocks.lastLease === 0n) return;
  const accounts = [...clocks.accounts];
  await tx.query(
    'apply-clocks',
    `with counters as (
       update commons set clock = greatest(clock, $1::bigint), last_seq = greatest(last_seq, $2::bigint),
                          last_lease = greatest(last_lease, $3::bigint)
     )
     insert into account_clocks as known (account_id, last_ord, tag, last_lease)
     select account_id, last_ord, coalesce(tag, 0), coalesce(last_lease, -1)
       from unnest($4::text[], $5::bigint[], $6::bigint[], $7::bigint[]) as told (account_id, last_ord, tag, last_lease)
     on conflict (account_id) do update
       set last_ord = greatest(known.last_ord, excluded.last_ord),
           tag = case when excluded.last_lease >= 0 then excluded.tag else known.tag end,
           last_lease = case when excluded.last_lease >= 0 then excluded.last_lease else known.last_lease end`,
    [
      String(clocks.clock),
      String(clocks.lastSeq),
      String(clocks.lastLease),
      accounts.map(([accountId]) => accountId),
      accounts.map(([, { lastOrd }]) => lastOrd),
      accounts.map(([, { tag }]) => tag),
      accounts.map(([, { lastLease }]) => lastLease),
    ],
  );
}
