import { isMateScore, normaliseUci, type ChessPosition, type OpenableWalk } from '@atomicdb/chess';
import type { AddedPosition } from '@atomicdb/events';
import { toAddedPosition } from './added-position';

export interface OpeningMove {
  /** variant:key of the position the move is played in. */
  readonly position: string;
  readonly uci: string;
  readonly child: string;
}

/** Positions and moves that belong in the graph, whether or not they are there already. */
export interface Opening {
  readonly positions: AddedPosition[];
  readonly moves: OpeningMove[];
}

/** A line to open: first move first. */
export interface OpenedLine {
  /** Mates as 30000 - plies. */
  readonly cp: number;
  readonly pv: readonly string[];
}

/** Plies of an engine line that are opened. Source: architecture.md, "Who consumes what", `AnalysisCompleted`. */
const openedPlies = 24;

/** The first 24 plies of each line, mates whole, each up to its first self-crossing. */
export function openingOfLines(start: ChessPosition, lines: readonly OpenedLine[]): Opening {
  const positions = new Map<string, AddedPosition>([[start.id, toAddedPosition(start)]]);
  const moves = new Map<string, OpeningMove>();
  for (const line of lines) {
    const plies = isMateScore(line.cp) ? line.pv.length : openedPlies;
    openLine(start, line.pv.slice(0, plies), positions, moves);
  }
  return { positions: [...positions.values()], moves: [...moves.values()] };
}

/** The positions of a line up to its crossing, and the moves between them. */
export function openingOfWalk({ walk, lastPly }: OpenableWalk): Opening {
  const positions = walk.positions.slice(0, lastPly + 1);
  const moves = positions.slice(1).map((child, index) => ({
    position: walk.positions[index]?.id ?? '',
    uci: walk.plies[index + 1]?.uci ?? '',
    child: child.id,
  }));
  return { positions: positions.map(toAddedPosition), moves };
}

function openLine(
  start: ChessPosition,
  pv: readonly string[],
  positions: Map<string, AddedPosition>,
  moves: Map<string, OpeningMove>,
): void {
  const path = new Set<string>([start.id]);
  let position = start;
  for (const move of pv) {
    const uci = normaliseUci(position, move);
    if (!uci.ok) return;
    const child = position.after(uci.value);
    if (path.has(child.id)) return;
    path.add(child.id);
    moves.set(`${position.id} ${uci.value}`, { position: position.id, uci: uci.value, child: child.id });
    if (!positions.has(child.id)) positions.set(child.id, toAddedPosition(child));
    position = child;
  }
}
