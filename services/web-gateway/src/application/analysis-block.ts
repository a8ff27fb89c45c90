import { san, type ChessPosition } from '@atomicdb/chess';
import type { AnalysisCompleted, Line } from '@atomicdb/events';
import type { AnalysisBlock, AnalysisLine, PassSummary } from '@atomicdb/rest';
import { mateOf } from './score';

/** SAN of a line from the position on, up to the first move that is not legal. */
function sanOfLine(start: ChessPosition, pv: readonly string[]): string[] {
  const words: string[] = [];
  let position = start;
  for (const uci of pv) {
    const word = san(position, uci);
    if (!word.ok) return words;
    words.push(word.value);
    position = position.after(uci);
  }
  return words;
}

function toLine(position: ChessPosition, line: Line): AnalysisLine {
  const { rank, move, cp, pv, depth, seldepth } = line;
  const words = sanOfLine(position, pv);
  return { rank, move, san: words[0] ?? move, cp, mate: mateOf(cp), pv, pv_san: words, depth, seldepth };
}

function toSummary(pass: AnalysisCompleted): PassSummary {
  const [best] = pass.lines;
  return {
    pass_id: pass.passId,
    budget: pass.budgetNodes,
    nodes: pass.searchedNodes,
    width: pass.lines.length,
    cp: best?.cp ?? null,
    move: best?.move ?? null,
    depth: best?.depth ?? 0,
    completed_at: pass.completedAt,
    account: pass.accountName || null,
    engine: [pass.engine?.name, pass.engine?.version].filter(Boolean).join(' '),
  };
}

/**
 * Lines of the current pass, the earlier one where it was wider, and a summary of each.
 *
 * @param passes newest first, "newest" as in analyses.md, "Passes"
 */
export function analysisBlock(
  position: ChessPosition,
  passes: readonly AnalysisCompleted[],
): AnalysisBlock | null {
  const [current] = passes;
  if (!current) return null;
  const lines = (pass: AnalysisCompleted) => pass.lines.map((line) => toLine(position, line));
  const wider = passes.find((pass) => pass.lines.length > current.lines.length);
  return {
    lines: lines(current),
    previous: wider ? { summary: toSummary(wider), lines: lines(wider) } : null,
    passes: passes.map(toSummary),
  };
}
