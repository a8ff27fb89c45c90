import type { Tx } from '@atomicdb/event-store';

export interface MoveWrite {
  readonly position: string;
  readonly uci: string;
  readonly child: string;
}

export async function writeMoves(tx: Tx, moves: readonly MoveWrite[]): Promise<void> {
  await tx.query(
    'write-moves',
    `insert into moves (position, uci, child) select * from unnest($1::text[], $2::text[], $3::text[])
     on conflict (position, uci) do nothing`,
    [moves.map(({ position }) => position), moves.map(({ uci }) => uci), moves.map(({ child }) => child)],
  );
}
