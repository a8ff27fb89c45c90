import type { Tx } from '@atomicdb/event-store';
import type { Known } from '../../domain/grow';
import type { Opening } from '../../domain/opening';

/** Which positions and moves of an opening the graph has. */
export async function readKnown(tx: Tx, opening: Opening): Promise<Known> {
  const positions = await tx.query<{ position: string }>(
    'known-positions',
    `select position from positions where position = any($1::text[])`,
    [opening.positions.map(({ position }) => position)],
  );
  const moves = await tx.query<{ position: string; uci: string }>(
    'known-moves',
    `select position, uci from moves where position = any($1::text[])`,
    [[...new Set(opening.moves.map(({ position }) => position))]],
  );
  return {
    positions: new Set(positions.map(({ position }) => position)),
    moves: new Set(moves.map(({ position, uci }) => `${position} ${uci}`)),
  };
}
