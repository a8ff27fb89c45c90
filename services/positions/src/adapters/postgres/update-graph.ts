import type { StateUpdate, Tx } from '@atomicdb/event-store';
import type { AddedPosition } from '@atomicdb/events';

interface OpenedMove {
  readonly position: string;
  readonly uci: string;
  readonly child: string;
}

async function insertPositions(tx: Tx, added: readonly AddedPosition[]): Promise<void> {
  await tx.query(
    'insert-positions',
    `insert into positions (position, legal, status, gate, plies)
     select * from unnest($1::text[], $2::int[], $3::text[], $4::text[], $5::int[])`,
    [
      added.map(({ position }) => position),
      added.map(({ legal }) => legal),
      added.map(({ closure }) => closure?.status ?? null),
      added.map(({ closure }) => closure?.gate ?? null),
      added.map(({ closure }) => closure?.plies ?? null),
    ],
  );
}

async function insertMoves(tx: Tx, moves: readonly OpenedMove[]): Promise<void> {
  await tx.query(
    'insert-moves',
    `insert into moves (position, uci, child) select * from unnest($1::text[], $2::text[], $3::text[])`,
    [moves.map(({ position }) => position), moves.map(({ uci }) => uci), moves.map(({ child }) => child)],
  );
}

/** The graph's tables, a fold over the service's own events: one statement a table, however many the events. */
export const updateGraph: StateUpdate = async (tx, events) => {
  const added: AddedPosition[] = [];
  const moves: OpenedMove[] = [];
  for (const { event } of events) {
    if (event.type === 'PositionsAdded') added.push(...event.data.positions);
    if (event.type === 'MovesOpened')
      for (const move of event.data.moves) moves.push({ position: event.data.position, ...move });
  }
  if (added.length > 0) await insertPositions(tx, added);
  if (moves.length > 0) await insertMoves(tx, moves);
};
