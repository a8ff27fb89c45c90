import { MATE_CP, MAX_CP, MAX_MATE_PLIES, normaliseUci, type ChessPosition } from '@atomicdb/chess';
import { Rejected } from '@atomicdb/decider';
import type { AnalysisCompleted, Line } from '@atomicdb/events';
import type { Pass } from './pass';

/** Source: analyses.md, "Accepting a result". */
const maxLines = 32;
const maxPlies = 256;
const neededPercent = 90;
const creditedRungs = 2;

/** What the pass is for and who delivers it, as the shell found it. */
export interface Delivery {
  readonly passId: string;
  readonly requestId: string;
  readonly leaseId: string;
  readonly budgetNodes: number;
  readonly accountId: string;
  readonly accountName: string;
  readonly machine: string;
  /** RFC 3339, UTC. */
  readonly completedAt: string;
}

/** The event of an accepted pass; throws Rejected with the reason, and then nothing of the pass is kept. */
export function acceptPass(pass: Pass, position: ChessPosition, delivery: Delivery): AnalysisCompleted {
  // Replaying is the dear part: it is done once nothing else is wrong.
  checkSize(pass);
  checkLines(pass.lines, position);
  checkNodes(pass, position, delivery.budgetNodes);
  const lines = pass.lines.map((line) => replay(line, position));
  checkFirstMoves(lines);
  const { budgetNodes, ...stamp } = delivery;
  return {
    ...stamp,
    position: position.id,
    budgetNodes,
    searchedNodes: pass.searchedNodes,
    creditedNodes: Math.min(pass.searchedNodes, creditedRungs * budgetNodes),
    lines,
    engine: pass.engine,
    threads: pass.threads,
    hashMb: pass.hashMb,
    multipv: pass.multipv,
    elapsedMs: pass.elapsedMs,
  };
}

function checkSize(pass: Pass): void {
  if (pass.lines.length > maxLines)
    throw new Rejected('pass-size', `A pass has at most ${maxLines} lines.`, 'lines');
  if (pass.lines.some(({ pv }) => pv.length > maxPlies)) {
    throw new Rejected('pass-size', `A line has at most ${maxPlies} plies.`, 'lines.pv');
  }
}

/** The line with every move in the stored spelling; each must be legal where it is played. */
function replay(line: Line, start: ChessPosition): Line {
  let position = start;
  const pv = line.pv.map((move, index) => {
    const uci = normaliseUci(position, move);
    if (!uci.ok) {
      throw new Rejected(
        'pass-illegal-move',
        `Line ${line.rank}, ply ${index + 1}: ${uci.error.message}`,
        'lines.pv',
      );
    }
    position = position.after(uci.value);
    return uci.value;
  });
  return { ...line, pv, move: pv[0] ?? '' };
}

function isScore(cp: number): boolean {
  const size = Math.abs(cp);
  return Number.isInteger(cp) && (size <= MAX_CP || (size < MATE_CP && size >= MATE_CP - MAX_MATE_PLIES));
}

/** One move has several spellings, so that only the stored ones tell for sure. */
function checkFirstMoves(lines: readonly Line[]): void {
  if (new Set(lines.map(({ pv }) => pv[0])).size === lines.length) return;
  throw new Rejected('pass-lines', 'Two lines begin with the same move.', 'lines.move');
}

function checkLines(lines: readonly Line[], position: ChessPosition): void {
  if (lines.length === 0 && position.legal > 0)
    throw new Rejected('pass-lines', 'A pass needs a line.', 'lines');
  if (lines.some(({ pv }) => pv.length === 0))
    throw new Rejected('pass-lines', 'A line needs a move.', 'lines.pv');
  checkFirstMoves(lines);
  if (lines.some(({ rank }, index) => rank !== index + 1)) {
    throw new Rejected('pass-lines', 'Ranks count from 1 in the order of the lines.', 'lines.rank');
  }
  const wrong = lines.find(({ cp }) => !isScore(cp));
  if (wrong) throw new Rejected('pass-score', `Line ${wrong.rank}: ${wrong.cp} is no score.`, 'lines.cp');
  if (lines.some(({ cp }, index) => cp > (lines[index - 1]?.cp ?? cp))) {
    throw new Rejected('pass-lines', 'The lines are not in descending value.', 'lines.cp');
  }
}

/** A search may end by itself: a mate was found, or there is a single legal move. */
function checkNodes(pass: Pass, position: ChessPosition, budgetNodes: number): void {
  if (!Number.isInteger(pass.searchedNodes) || pass.searchedNodes < 1) {
    throw new Rejected('pass-nodes', 'The pass does not say how many nodes were searched.', 'searched_nodes');
  }
  const endedByItself =
    position.legal <= 1 || pass.lines.some(({ cp, rank }) => rank === 1 && Math.abs(cp) > MAX_CP);
  if (endedByItself || pass.searchedNodes * 100 >= budgetNodes * neededPercent) return;
  throw new Rejected(
    'pass-nodes',
    `${pass.searchedNodes} nodes were searched of ${budgetNodes}; at least ${neededPercent} % are needed.`,
    'searched_nodes',
  );
}
