import type { Key } from '@lichess-org/chessground/types';

import type { LegalMove } from './route';

/** Squares of a UCI move; null for no move. */
export function squaresOfMove(uci: string | null): [Key, Key] | null {
  if (uci === null) return null;
  const from = uci.slice(0, 2);
  const to = uci.slice(2, 4);
  return isKey(from) && isKey(to) ? [from, to] : null;
}

export function isKey(text: string): text is Key {
  return /^[a-h][1-8]$/.test(text);
}

/** Playable squares by square; a move that re-enters the line is left out. */
export function destinations(legal: readonly LegalMove[]): Map<Key, Key[]> {
  const dests = new Map<Key, Key[]>();
  for (const move of legal) {
    const squares = move.reenters ? null : squaresOfMove(move.uci);
    if (squares === null) continue;
    const [from, to] = squares;
    dests.set(from, [...(dests.get(from) ?? []), to]);
  }
  return dests;
}

/** Playable moves between two squares: more than one where a pawn promotes. */
export function candidates(legal: readonly LegalMove[], from: string, to: string): LegalMove[] {
  return legal.filter((move) => move.uci.startsWith(from + to) && !move.reenters);
}
