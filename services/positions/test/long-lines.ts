import { legalMoves, type ChessPosition } from '@atomicdb/chess';

export interface LongLine {
  readonly cp: number;
  readonly pv: string[];
}

const mateScore = 30_000;
/** In a position with fewer moves a line could run out of quiet ones. */
const fewMoves = 6;

function menOf({ fen }: ChessPosition): number {
  return fen.split(' ', 1)[0]?.replace(/[^a-z]/gi, '').length ?? 0;
}

/** The next position that no line has had and where no man was taken, so that the game goes on. */
function step(
  position: ChessPosition,
  seen: Set<string>,
  turn: number,
): { uci: string; child: ChessPosition } {
  const moves = legalMoves(position);
  for (const offset of moves.keys()) {
    const uci = moves[(turn * 7 + offset) % moves.length] ?? '';
    const child = position.after(uci);
    if (seen.has(child.id) || child.legal < fewMoves || menOf(child) !== menOf(position)) continue;
    seen.add(child.id);
    return { uci, child };
  }
  throw new Error(`no quiet move is left in ${position.fen}`);
}

/** Mate lines of one position that share nothing but their start: `lines` times `plies` new positions. */
export function longLines(start: ChessPosition, lines: number, plies: number): LongLine[] {
  const seen = new Set([start.id as string]);
  return Array.from({ length: lines }, (_, index) => {
    const pv: string[] = [];
    let position = start;
    for (let ply = 0; ply < plies; ply += 1) {
      const { uci, child } = step(position, seen, index + ply);
      pv.push(uci);
      position = child;
    }
    return { cp: mateScore - plies - index, pv };
  });
}
