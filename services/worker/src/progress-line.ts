import type { SearchSnapshot, WorkerSnapshot } from './application/worker-snapshot';
import type { Score } from './domain/score';

const kilo = 1_000;
const clearLine = '\r\x1b[K';

function nodes(count: number): string {
  if (count >= kilo ** 3) return `${(count / kilo ** 3).toFixed(2)}B`;
  return count >= kilo ** 2 ? `${(count / kilo ** 2).toFixed(1)}M` : `${Math.round(count / kilo)}k`;
}

function value(score: Score): string {
  if ('mate' in score) return `#${score.mate}`;
  return `${score.cp > 0 ? '+' : ''}${(score.cp / 100).toFixed(2)}`;
}

function searchText({ assignment, report, elapsedMs }: SearchSnapshot): string {
  const [best] = report.completed;
  const share = Math.min(100, Math.floor((report.nodes / assignment.nodes) * 100));
  const line = best ? `, depth ${best.depth} ${value(best.score)} ${best.pv[0]}` : '';
  const speed = Math.round(report.nodes / Math.max(1, elapsedMs));
  return `${nodes(report.nodes)} of ${nodes(assignment.nodes)} (${share} %)${line}, ${speed} kN/s`;
}

/** The worker's state in one line of text. */
export function progressText({ isConnected, finished, unanswered, searches }: WorkerSnapshot): string {
  const link = isConnected ? '' : 'not connected; ';
  const open = unanswered > 0 ? `, ${unanswered} unanswered` : '';
  const work = searches.length > 0 ? searches.map(searchText).join(' | ') : 'waiting for work';
  return `${link}${work}; ${finished} finished${open}`;
}

/** Draws the line again every second until the returned function is called. */
export function showProgress(terminal: NodeJS.WriteStream, snapshot: () => WorkerSnapshot): () => void {
  const draw = () => {
    const text = progressText(snapshot());
    terminal.write(clearLine + text.slice(0, (terminal.columns || 80) - 1));
  };
  const timer = setInterval(draw, kilo);
  return () => {
    clearInterval(timer);
    terminal.write(clearLine);
  };
}
