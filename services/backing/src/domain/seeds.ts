import { play, positionFromId } from '@atomicdb/chess';
import type { AnalysisCompleted, Line } from '@atomicdb/events';
import { comparePassOrder, orderOf, type PassOrder } from './pass';
import { toPass } from './from-events';
import { down, makeScore, type ScoreCp } from './score';

/** What an engine line that runs through a position says about one of its moves. Source: backing.md, "Seeded". */
export interface Seed {
  /** variant:key */
  readonly position: string;
  readonly uci: string;
  /** From the side to move of that position. */
  readonly cp: ScoreCp;
  /** The analysed position the line starts from. */
  readonly source: string;
  readonly sourceNodes: number;
  readonly order: PassOrder;
  readonly rank: number;
  readonly ply: number;
}

/** Positive when a is the later line: by pass, then the better rank, then the earlier ply. */
export function compareSeeds(a: Seed, b: Seed): number {
  return comparePassOrder(a.order, b.order) || b.rank - a.rank || b.ply - a.ply;
}

/** The latest seed of each position and move among the lines of one pass, each up to its first self-crossing. */
export function seedsOf(analysis: AnalysisCompleted): Seed[] {
  if (analysis.lines.length === 0) return [];
  const order = orderOf(toPass(analysis));
  const latest = new Map<string, Seed>();
  for (const line of analysis.lines) {
    for (const seed of seedsOfLine(analysis, line, order)) {
      const place = `${seed.position} ${seed.uci}`;
      const known = latest.get(place);
      if (known === undefined || compareSeeds(seed, known) > 0) latest.set(place, seed);
    }
  }
  return [...latest.values()];
}

function seedsOfLine(analysis: AnalysisCompleted, line: Line, order: PassOrder): Seed[] {
  const { position: source, searchedNodes: sourceNodes } = analysis;
  const start = positionFromId(source);
  if (!start.ok) return [];
  const seeds: Seed[] = [];
  const seen = new Set<string>();
  let position = start.value;
  let cp = makeScore(line.cp);
  for (const [ply, uci] of line.pv.entries()) {
    const next = play(position, uci);
    // A self-crossing ends the line; an illegal move was refused before the pass was accepted.
    if (seen.has(position.id) || !next.ok) break;
    seen.add(position.id);
    seeds.push({ position: position.id, uci, cp, source, sourceNodes, order, rank: line.rank, ply });
    position = next.value;
    cp = down(cp);
  }
  return seeds;
}
