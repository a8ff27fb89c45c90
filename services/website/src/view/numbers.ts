/** Numbers as the pages print them. Scores are centipawns from the side to move (V, "What a position row shows"). */

import { movesToMate } from '@atomicdb/chess';

const MINUS = '\u2212';

const UNITS = [
  { size: 1e12, letter: 'T' },
  { size: 1e9, letter: 'B' },
  { size: 1e6, letter: 'M' },
  { size: 1e3, letter: 'k' },
] as const;

/** Pawns with two decimals and a sign; 0 has none. */
export function formatPawns(cp: number): string {
  if (cp === 0) return '0.00';
  return `${cp > 0 ? '+' : MINUS}${(Math.abs(cp) / 100).toFixed(2)}`;
}

export function formatCentipawns(cp: number): string {
  if (cp === 0) return '0 centipawns';
  const unit = Math.abs(cp) === 1 ? 'centipawn' : 'centipawns';
  return `${cp > 0 ? '+' : MINUS}${formatCount(Math.abs(cp))} ${unit}`;
}

/** A score as a reader takes it in: pawns, or the mate and who gets it. */
export function formatValue(cp: number): string {
  const mate = movesToMate(cp);
  if (mate === null) return formatPawns(cp);
  if (mate === 0) return cp > 0 ? 'won' : 'lost';
  return mate > 0 ? `mate in ${mate}` : `mated in ${-mate}`;
}

export function formatCount(n: number): string {
  return n.toLocaleString('en-US');
}

/** Nodes to three digits: 128M, 2B, 1.02M. */
export function formatNodes(nodes: number): string {
  return scaled(nodes, (x) => Number(x.toPrecision(3)));
}

/** A rung of the ladder, exact to the thousandth: 256k, 1.024M. */
export function formatRung(budgetNodes: number): string {
  return scaled(budgetNodes, (x) => Number(x.toFixed(3)));
}

function scaled(nodes: number, round: (x: number) => number): string {
  for (const { size, letter } of UNITS) {
    const value = round(nodes / size);
    if (value >= 1) return `${formatCount(value)}${letter}`;
  }
  return String(nodes);
}

/** "1 request", "1,204 requests". */
export function counted(n: number, one: string, many = `${one}s`): string {
  return `${formatCount(n)} ${n === 1 ? one : many}`;
}

/** RFC 3339 to "2026-03-01 14:03 UTC". */
export function formatWhen(time: string): string {
  const iso = new Date(time).toISOString();
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;
}

/** Share in percent with one decimal; 0 of 0 is 0. */
export function formatShare(part: number, whole: number): string {
  return `${whole === 0 ? 0 : Number(((100 * part) / whole).toFixed(1))} %`;
}
