import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Pair, Tally } from '../xiangqi/pairs.js';
import { emptyTally } from '../xiangqi/pairs.js';

/** How far one pair is counted: the slices before `nextSlice` are in the tally. */
export interface PairProgress {
  nextSlice: number;
  readonly tally: Tally;
}

/** Progress by pair, as `KC-KAA`. */
export type Progress = Record<string, PairProgress>;

export const nameOf = ({ mover, other }: Pair): string => `${mover}-${other}`;

const FORM = 'xiangqi-verify 1';

const isTally = (value: unknown): value is Tally =>
  typeof value === 'object' &&
  value !== null &&
  Object.keys(emptyTally()).every((field) => Number.isInteger((value as Record<string, unknown>)[field]));

const isPairProgress = (value: unknown): value is PairProgress =>
  typeof value === 'object' &&
  value !== null &&
  'nextSlice' in value &&
  Number.isInteger(value.nextSlice) &&
  'tally' in value &&
  isTally(value.tally);

const parse = (text: string): Progress | undefined => {
  try {
    const { form, pairs } = JSON.parse(text) as { form?: unknown; pairs?: Record<string, unknown> };
    const isWhole = form === FORM && pairs !== undefined && Object.values(pairs).every(isPairProgress);
    return isWhole ? (pairs as Progress) : undefined;
  } catch {
    return undefined;
  }
};

/** Progress of an earlier run, undefined when the file is not one of ours; no file is no progress. */
export const loadProgress = (file: string): Progress | undefined => {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return {};
  }
  return parse(text);
};

/** Replaces the file in one step, so that a killed run leaves the old one or the new one. */
export const saveProgress = (file: string, pairs: Progress): void => {
  mkdirSync(dirname(file), { recursive: true });
  const next = `${file}.${process.pid}`;
  writeFileSync(next, JSON.stringify({ form: FORM, pairs }));
  renameSync(next, file);
};

export const forgetProgress = (file: string): void => rmSync(file, { force: true });
