import { isMateScore } from '@atomicdb/chess';
import type { Gate, OpenRequest, PositionRow, Problem, Status } from '@atomicdb/rest';

import { formatCentipawns, formatNodes, formatValue } from './numbers';
import { otherSide, sideName, sideToMove } from './sides';

/** How the rules end a game; `insufficient` is the material verdict. */
export type Ending = 'explosion' | 'checkmate' | 'stalemate' | 'insufficient';

export interface Headline {
  /** Centipawns from the side to move; null when not informed. */
  cp: number | null;
  /** The one number of the position. */
  text: string;
  /** What the number is counted in, or why it is what it is. */
  reason: string;
}

const ENDINGS: Record<Ending, string> = {
  explosion: 'king exploded',
  checkmate: 'checkmate',
  stalemate: 'stalemate',
  insufficient: 'draw by material',
};

const DRAWS: Record<Gate, string> = {
  TERMINAL: 'a draw: the game ends here',
  ADJUDICATED: 'a draw: this material can never be decided',
  CHILDREN: 'a draw: every move is proven, and none does better',
};

/**
 * Proven status first, then the backed value, then the point eval (V, "What a position row shows").
 * `score` is that number already; an open position with no kind has none.
 */
export function headlineOf(row: PositionRow, ending: Ending | null): Headline {
  const cp = row.score;
  if (cp === null) {
    return { cp, text: 'no value yet', reason: 'No search has looked at this position or below it.' };
  }
  if (row.status !== 'UNKNOWN') return provenHeadline(row, row.status, cp, ending);
  if (row.kind === 'repetition') {
    return {
      cp,
      text: formatValue(cp),
      reason: 'a draw: the line comes back to a position it has already been through',
    };
  }
  return { cp, text: formatValue(cp), reason: scaleOf(row.fen, cp) };
}

function provenHeadline(row: PositionRow, status: Status, cp: number, ending: Ending | null): Headline {
  if (status === 'DRAW') return { cp, text: formatValue(0), reason: DRAWS[row.closure ?? 'CHILDREN'] };
  const side = sideToMove(row.fen);
  if (row.closure === 'TERMINAL' && ending !== null) {
    const winner = sideName(status === 'WIN' ? side : otherSide(side));
    return { cp, text: ENDINGS[ending], reason: `${winner} has won: the game ends here` };
  }
  const verb = status === 'WIN' ? 'wins' : 'loses';
  return { cp, text: formatValue(cp), reason: `${sideName(side)} (side to move) ${verb} by force` };
}

/** "+35 centipawns for White (side to move)"; "engine scores close nothing" (backing.md 1), so a mate says so. */
export function scaleOf(fen: string, cp: number): string {
  const side = `${sideName(sideToMove(fen))} (side to move)`;
  return isMateScore(cp) ? `for ${side}; not proven` : `${formatCentipawns(cp)} for ${side}`;
}

/** Headline of a position whose row is not there: unseen by the tree (404), unreachable, or being read. */
export function headlineWithoutRow(fen: string, ending: Ending | null, problem: Problem | null): Headline {
  if (problem === null) return { cp: null, text: '\u2026', reason: 'Reading what is known' };
  if (problem.status !== 404) return { cp: null, text: 'no answer', reason: problem.detail };
  if (ending !== null) return endedHeadline(fen, ending);
  return { cp: null, text: 'not in the tree', reason: 'Not in the tree yet; ask for an analysis to add it.' };
}

function endedHeadline(fen: string, ending: Ending): Headline {
  const isLost = ending === 'explosion' || ending === 'checkmate';
  const verdict = isLost ? `${sideName(otherSide(sideToMove(fen)))} has won` : 'A draw';
  return { cp: null, text: ENDINGS[ending], reason: `${verdict}. The position is not in the tree yet.` };
}

export function endingWord(ending: Ending): string {
  return ENDINGS[ending];
}

/** The search the number leans on: "A long chain is worth what its thinnest search is worth" (V). */
export function supportText(row: PositionRow): string | null {
  if (row.kind === 'point') {
    const pass = row.analysis?.passes[0];
    return pass === undefined ? null : `${formatNodes(pass.nodes)} nodes, its own search`;
  }
  if (row.kind !== 'backed') return null;
  if (row.backed_nodes === null) return 'exact: the move is proven';
  return `weakest link ${formatNodes(row.backed_nodes)} nodes`;
}

/** What one search of this position itself reported, while another number headlines. */
export function ownSearchText(row: PositionRow): string | null {
  if (row.point === null || row.kind === 'point') return null;
  const pass = row.analysis?.passes[0];
  const nodes = pass === undefined ? '' : ` at ${formatNodes(pass.nodes)} nodes`;
  return `Own search${nodes}: ${formatValue(row.point)}, ${scaleOf(row.fen, row.point)}. What one search reported, and nothing more.`;
}

const REQUESTS: Record<OpenRequest['state'], string> = {
  PENDING: 'An analysis is queued.',
  LEASED: 'An analysis is running.',
  DELIVERED: 'An analysis is being entered.',
};

/** What a walked value lacks, and how far the analysis of it has come where somebody asked (website.md H9). */
export function walkedText(row: PositionRow): string | null {
  if (row.kind !== 'walked') return null;
  const states = row.requests.map(({ state }) => state);
  const furthest = (['DELIVERED', 'LEASED', 'PENDING'] as const).find((state) => states.includes(state));
  const unsearched = `No engine has searched ${row.point === null ? 'this' : 'this line'} yet.`;
  return furthest === undefined ? unsearched : `${unsearched} ${REQUESTS[furthest]}`;
}

/** The proof's limit, as the API names it. */
export function proofLimit(row: PositionRow): string | null {
  if (row.status === 'UNKNOWN' || row.closure === 'TERMINAL') return null;
  return `Proofs ignore the ${row.proof_ignores.replace(/^the /, '')}.`;
}
