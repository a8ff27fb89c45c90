import type { Score } from './score';

/** What one `info` line says; each part is present where the engine sent it. */
export interface UciInfo {
  readonly depth?: number;
  readonly seldepth?: number;
  /** Rank of the line, from 1. */
  readonly multipv?: number;
  readonly nodes?: number;
  readonly score?: Score;
  /** True for `lowerbound` and `upperbound`: the search of that line is not finished. */
  readonly bound?: boolean;
  /** UCI moves. */
  readonly pv?: readonly string[];
  /** Free text after `string`. */
  readonly text?: string;
}

type Parts = { -readonly [Part in keyof UciInfo]: UciInfo[Part] };
type Count = 'depth' | 'seldepth' | 'multipv' | 'nodes';

const counts: ReadonlySet<string> = new Set<Count>(['depth', 'seldepth', 'multipv', 'nodes']);
const wholeNumber = /^-?\d+$/;

function readScore(kind: string | undefined, value: string | undefined): Score | null {
  if (value === undefined || !wholeNumber.test(value)) return null;
  if (kind === 'cp') return { cp: Number(value) };
  return kind === 'mate' ? { mate: Number(value) } : null;
}

/** Reads the words from `at`; gives the place of the next word. */
function readPart(words: readonly string[], at: number, parts: Parts): number {
  const word = words[at] ?? '';
  const value = words[at + 1];
  if (word === 'score') {
    const score = readScore(value, words[at + 2]);
    if (score) parts.score = score;
    return at + 3;
  }
  if (word === 'lowerbound' || word === 'upperbound') {
    parts.bound = true;
    return at + 1;
  }
  if (!counts.has(word) || value === undefined || !wholeNumber.test(value)) return at + 1;
  parts[word as Count] = Number(value);
  return at + 2;
}

/** Reads a line of the engine; null for every line that is no `info`. Unknown words are passed over. */
export function parseInfo(line: string): UciInfo | null {
  const words = line.trim().split(/\s+/);
  if (words[0] !== 'info') return null;
  const parts: Parts = {};
  let at = 1;
  while (at < words.length) {
    const word = words[at];
    if (word === 'pv') return { ...parts, pv: words.slice(at + 1) };
    if (word === 'string') return { ...parts, text: words.slice(at + 1).join(' ') };
    at = readPart(words, at, parts);
  }
  return parts;
}
