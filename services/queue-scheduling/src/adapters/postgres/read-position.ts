import type { Tx } from '@atomicdb/event-store';

export interface PositionFacts {
  /** Rung of the deepest completed pass, nodes; 0: none yet. */
  readonly deepestNodes: number;
  /** WIN, LOSS or DRAW where it is closed. */
  readonly closed: string | null;
}

export async function readPosition(tx: Tx, position: string): Promise<PositionFacts> {
  const [row] = await tx.query<{ deepest: string; closed: string | null }>(
    'read-position',
    `select coalesce((select max(budget_nodes) from passes where position = $1), 0) as deepest,
            (select status from closed_positions where position = $1) as closed`,
    [position],
  );
  return { deepestNodes: Number(row?.deepest ?? 0), closed: row?.closed ?? null };
}
