import { returnPly, shownPlies, type LineWalk } from '@atomicdb/chess';
import type {
  AnalysisBlock,
  AnalysisLine,
  LineAnalysisBlock,
  LineAnalysisLine,
  LineMoveRow,
  LineRow,
  MoveRow,
  PositionRow,
} from '@atomicdb/rest';
import type { GatewayPeers } from './gateway-peers';
import { positionRow } from './position-row';
import { readParts } from './read-position';

/** The row of the last position as this line sees it; nothing of the path is stored on the position (R). */
export async function readLineRow(peers: GatewayPeers, walk: LineWalk): Promise<LineRow> {
  const { known, parts } = await readParts(peers, walk.last);
  const row: PositionRow = positionRow(parts);
  return {
    ...row,
    known,
    moves: row.moves.map((move) => onLine(walk, move)),
    analysis: row.analysis && analysisOnLine(walk, row.analysis),
  };
}

/** Source: positions.md, "Lines": "each move row of its last position says whether it would re-enter the line". */
function onLine(walk: LineWalk, move: MoveRow): LineMoveRow {
  const ply = returnPly(walk, walk.last.after(move.uci));
  return { ...move, returns_to_ply: ply, disabled: ply !== null, chip: ply === null ? null : 'repetition' };
}

function analysisOnLine(walk: LineWalk, { lines, previous, passes }: AnalysisBlock): LineAnalysisBlock {
  const cut = (line: AnalysisLine): LineAnalysisLine => {
    const { shown, returnsToPly } = shownPlies(walk, line.pv);
    return { ...line, shown_plies: shown, returns_to_ply: returnsToPly };
  };
  return {
    lines: lines.map(cut),
    previous: previous && { ...previous, lines: previous.lines.map(cut) },
    passes,
  };
}
