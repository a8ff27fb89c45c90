import type { ChessPosition, ChildMove } from '@atomicdb/chess';
import {
  children,
  end,
  normaliseUci,
  parsePosition,
  parseVariant,
  play,
  san,
  START_FEN,
} from '@atomicdb/chess';

import type { Ending } from './headline';
import type { LineAddress } from './urls';

/** The line in the address, walked by the rules on this side. Repetition belongs to a path (R). */

export interface LegalMove {
  uci: string;
  san: string;
  /** Canonical FEN of the child. */
  fen: string;
  /** How the game ends with this move; null while it goes on. */
  ending: Ending | null;
  /** True when the child stands in the line already: "switched off in navigation, not merely labelled" (R). */
  reenters: boolean;
}

export interface RoutePly {
  uci: string;
  san: string;
  fen: string;
}

/** Why the line ends before the address does; `ply` counts from 1. */
export interface Cut {
  ply: number;
  move: string;
  reason: 'illegal' | 'repetition';
}

export interface Route {
  variant: string;
  startFen: string;
  plies: RoutePly[];
  position: ChessPosition;
  ending: Ending | null;
  /** Keys of every position of the line, start and last included, in its order. */
  keys: string[];
  legal: LegalMove[];
  cut: Cut | null;
}

export type RouteResult = { ok: true; route: Route } | { ok: false; code: string; message: string };

/** Walks the address and stops before the first illegal or re-entering move (positions.md, "Lines"). */
export function walkRoute(line: LineAddress): RouteResult {
  const variant = parseVariant(line.variant);
  if (!variant.ok) return { ok: false, ...variant.error };
  const startFen = line.fen ?? START_FEN[variant.value];
  const start = parsePosition(variant.value, startFen);
  if (!start.ok) return { ok: false, ...start.error };
  return {
    ok: true,
    route: { variant: variant.value, startFen: start.value.fen, ...followed(start.value, line.moves) },
  };
}

type Followed = Omit<Route, 'variant' | 'startFen'>;

function followed(start: ChessPosition, moves: readonly string[]): Followed {
  const plies: RoutePly[] = [];
  const keys: string[] = [start.key];
  let position = start;
  let cut: Cut | null = null;
  for (const [index, move] of moves.entries()) {
    const next = stepOf(position, move);
    if (next === null || keys.includes(next.child.key)) {
      cut = { ply: index + 1, move: next?.san ?? move, reason: next === null ? 'illegal' : 'repetition' };
      break;
    }
    plies.push({ uci: next.uci, san: next.san, fen: next.child.fen });
    keys.push(next.child.key);
    position = next.child;
  }
  return { plies, position, keys, cut, ending: endingOf(position), legal: legalOf(position, keys) };
}

/** The move in its stored spelling with its child; null where it is not legal. */
function stepOf(position: ChessPosition, move: string): ChildMove | null {
  const uci = normaliseUci(position, move);
  if (!uci.ok) return null;
  const child = play(position, uci.value);
  const text = san(position, uci.value);
  return child.ok && text.ok ? { uci: uci.value, san: text.value, child: child.value } : null;
}

function legalOf(position: ChessPosition, keys: readonly string[]): LegalMove[] {
  return [...children(position)].map(({ uci, san, child }) => ({
    uci,
    san,
    fen: child.fen,
    ending: endingOf(child),
    reenters: keys.includes(child.key),
  }));
}

function endingOf(position: ChessPosition): Ending | null {
  const { reason } = end(position);
  return reason === 'ongoing' ? null : reason;
}

export function movesOf(route: Route): string[] {
  return route.plies.map((ply) => ply.uci);
}

/** Address of this line up to a ply (0 = start), with more moves behind it. */
export function lineTo(route: Route, ply: number, more: readonly string[] = []): LineAddress {
  return { variant: route.variant, fen: route.startFen, moves: [...movesOf(route).slice(0, ply), ...more] };
}

export function cutText(cut: Cut): string {
  const where = `The address is cut at ply ${cut.ply}`;
  return cut.reason === 'illegal'
    ? `${where}: ${cut.move.slice(0, 12)} is not a legal move here.`
    : `${where}: ${cut.move} would re-enter the line you are playing. Reach that position through the line above it.`;
}
