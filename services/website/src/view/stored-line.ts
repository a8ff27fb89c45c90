import { play } from '@atomicdb/chess';

import { movesOf } from './route';
import type { Route } from './route';

export interface StoredPly {
  uci: string;
  san: string;
}

/** "A stored line is shown only up to its first self crossing" (R). */
export interface ShownLine {
  plies: StoredPly[];
  /** Moves from the start of the line to the position it comes back to; null where the line is whole. */
  returnsTo: string[] | null;
}

/** Walks an engine line (UCI and SAN, ply by ply) from the last position of a route; an illegal rest is left out. */
export function shownLine(route: Route, pv: readonly string[], pvSan: readonly string[]): ShownLine {
  const keys = [...route.keys];
  const plies: StoredPly[] = [];
  let position = route.position;
  for (const [index, uci] of pv.entries()) {
    const next = play(position, uci);
    if (!next.ok) break;
    const met = keys.indexOf(next.value.key);
    if (met >= 0) {
      const path = [...movesOf(route), ...plies.map((ply) => ply.uci)];
      return { plies, returnsTo: path.slice(0, met) };
    }
    plies.push({ uci, san: pvSan[index] ?? uci });
    keys.push(next.value.key);
    position = next.value;
  }
  return { plies, returnsTo: null };
}

/** "1. e4", "1… e5": number where White moves or the line begins. `ply` counts from 0 at a White move 1. */
export function numberedSan(ply: number, text: string, isFirst: boolean): string {
  const number = Math.floor(ply / 2) + 1;
  if (ply % 2 === 0) return `${number}. ${text}`;
  return isFirst ? `${number}\u2026 ${text}` : text;
}
