import type { Tx } from '@atomicdb/event-store';
import type { Pass } from '../../domain/pass';

export async function writePass(tx: Tx, position: string, pass: Pass): Promise<void> {
  await tx.query(
    'write-pass',
    `insert into passes (pass_id, position, budget_nodes, searched_nodes, completed_at_ms, line_moves, line_cps)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (pass_id) do nothing`,
    [
      pass.passId,
      position,
      pass.budgetNodes,
      pass.nodes,
      pass.completedAtMs,
      pass.lines.map(({ move }) => move),
      pass.lines.map(({ cp }) => cp),
    ],
  );
}
