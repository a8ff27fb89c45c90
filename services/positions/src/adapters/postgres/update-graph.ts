import type { StateUpdate, Tx } from '@atomicdb/event-store';
import type { AddedPosition, MovesOpened } from '@atomicdb/events';

async function insertPosition(tx: Tx, added: AddedPosition): Promise<void> {
  await tx.query(
    'insert-position',
    `insert into positions (position, legal, status, gate, plies) values ($1, $2, $3, $4, $5)`,
    [
      added.position,
      added.legal,
      added.closure?.status ?? null,
      added.closure?.gate ?? null,
      added.closure?.plies ?? null,
    ],
  );
}

async function insertMoves(tx: Tx, opened: MovesOpened): Promise<void> {
  await tx.query(
    'insert-moves',
    `insert into moves (position, uci, child) select $1, * from unnest($2::text[], $3::text[])`,
    [opened.position, opened.moves.map(({ uci }) => uci), opened.moves.map(({ child }) => child)],
  );
}

/** The graph's tables, a fold over the service's own events. */
export const updateGraph: StateUpdate = async (tx, { event }) => {
  if (event.type === 'PositionsAdded') {
    for (const position of event.data.positions) await insertPosition(tx, position);
  }
  if (event.type === 'MovesOpened') await insertMoves(tx, event.data);
};
