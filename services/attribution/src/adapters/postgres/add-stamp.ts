import type { Tx } from '@atomicdb/event-store';
import type { Stamp } from '../../domain/stamp';

export async function addStamp(tx: Tx, stamp: Stamp): Promise<void> {
  await tx.query(
    'add-stamp',
    `insert into stamps (account_id, machine, day, position, nodes, analyses) values ($1, $2, $3, $4, $5, 1)
     on conflict (account_id, machine, day, position)
     do update set nodes = stamps.nodes + excluded.nodes, analyses = stamps.analyses + 1`,
    [stamp.accountId, stamp.machine, stamp.day, stamp.position, stamp.nodes],
  );
}
