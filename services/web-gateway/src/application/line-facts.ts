import { claimableMoves, end, type ChessPosition, type LinePly, type LineWalk } from '@atomicdb/chess';
import type { LineFacts, LinePlyRow } from '@atomicdb/rest';

/** What the path alone says. Source: positions.md, "Lines". */
export function lineFacts(walk: LineWalk): LineFacts {
  return {
    variant: walk.last.variant,
    plies: walk.plies.map((entry, ply) => plyRow(entry, ply, walk.positions[ply] ?? walk.last)),
    first_return_ply: walk.firstReturnPly,
    threefold_ply: walk.threefoldPly,
    fivefold_ply: walk.fivefoldPly,
    crossing_ply: walk.crossingPly,
    end: end(walk.last),
    claimable_with: claimableMoves(walk),
  };
}

function plyRow(entry: LinePly, ply: number, { fen }: ChessPosition): LinePlyRow {
  const { uci, san, key, occurrence, repetition, claimable, automatic } = entry;
  // "A line that comes back to a position it has already been through counts as a draw (value 0)" (R).
  const value = repetition ? 0 : null;
  return { ply, uci, san, key, fen, occurrence, repetition, line_value: value, claimable, automatic };
}
