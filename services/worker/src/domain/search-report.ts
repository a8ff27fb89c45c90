import { type Score, scoreValue } from './score';
import type { UciInfo } from './uci-info';

/** One line of a pass. */
export interface ReportedLine {
  /** 1 is the best. */
  readonly rank: number;
  readonly score: Score;
  readonly depth: number;
  readonly seldepth: number;
  /** UCI moves as the engine wrote them. */
  readonly pv: readonly string[];
}

/**
 * What a search has reported so far. An engine reports its lines in blocks, ranks 1 to k; a block whose
 * lines all have one depth and no bound is a completed depth. The last of those is the pass.
 */
export interface SearchReport {
  /** Lines a full block has: the multipv asked for, at most the legal moves. */
  readonly width: number;
  readonly nodes: number;
  /** Deepest depth of any report. */
  readonly depth: number;
  readonly block: readonly ReportedLine[];
  readonly completed: readonly ReportedLine[];
  /** The last report of each rank, oldest first. */
  readonly last: readonly ReportedLine[];
}

export function startReport(width: number): SearchReport {
  return { width, nodes: 0, depth: 0, block: [], completed: [], last: [] };
}

function toLine(info: UciInfo): ReportedLine | null {
  const { score, pv } = info;
  if (!score || info.bound || !pv || pv.length === 0) return null;
  const depth = info.depth ?? 0;
  return { rank: info.multipv ?? 1, score, depth, seldepth: info.seldepth ?? depth, pv };
}

/** Best first and numbered from 1; the order of the engine decides among equals. */
function ranked(lines: readonly ReportedLine[]): readonly ReportedLine[] {
  return [...lines]
    .sort((a, b) => scoreValue(b.score) - scoreValue(a.score) || a.rank - b.rank)
    .map((line, index) => ({ ...line, rank: index + 1 }));
}

function isCompleted(block: readonly ReportedLine[], width: number): boolean {
  const [first] = block;
  return (
    first !== undefined &&
    block.length === width &&
    block.every(({ rank, depth }, index) => rank === index + 1 && depth === first.depth)
  );
}

function addLine(report: SearchReport, line: ReportedLine): SearchReport {
  const block = line.rank === 1 ? [line] : [...report.block, line];
  return {
    ...report,
    depth: Math.max(report.depth, line.depth),
    block,
    completed: isCompleted(block, report.width) ? block : report.completed,
    last: [...report.last.filter(({ rank }) => rank !== line.rank), line],
  };
}

export function collect(report: SearchReport, info: UciInfo): SearchReport {
  const counted = { ...report, nodes: Math.max(report.nodes, info.nodes ?? 0) };
  const line = toLine(info);
  return line ? addLine(counted, line) : counted;
}

/** The newest report of each first move, where ranks of different depths repeat one. */
function distinctMoves(lines: readonly ReportedLine[]): readonly ReportedLine[] {
  const byMove = new Map(lines.map((line) => [line.pv[0], line]));
  return [...byMove.values()];
}

/**
 * The lines of the pass: of the last depth that all lines completed; where none did, the last report of
 * each line. Source: workers.md, "The reference worker".
 */
export function passLines(report: SearchReport): readonly ReportedLine[] {
  return ranked(report.completed.length > 0 ? report.completed : distinctMoves(report.last));
}
