import { type ChessPosition, normaliseUci } from '@atomicdb/chess';
import type { ReportedLine } from './search-report';

/** Plies of a line that a pass may have. Source: analyses.md, "Passes". */
const MAX_PLIES = 256;

function legalMoves(start: ChessPosition, pv: readonly string[]): string[] {
  const moves: string[] = [];
  let position = start;
  for (const move of pv.slice(0, MAX_PLIES)) {
    const legal = normaliseUci(position, move);
    if (!legal.ok) break;
    moves.push(legal.value);
    position = position.after(legal.value);
  }
  return moves;
}

/**
 * The lines as they are stored: castling written e1g1, each pv up to its first move that the rules do not have.
 * Null where a first move is illegal: the engine plays another game.
 */
export function toLegalLines(
  start: ChessPosition,
  lines: readonly ReportedLine[],
): readonly ReportedLine[] | null {
  const legal = lines.map((line) => ({ ...line, pv: legalMoves(start, line.pv) }));
  return legal.every(({ pv }) => pv.length > 0) ? legal : null;
}
