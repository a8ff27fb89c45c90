import type { AnchorLink, MoveRow, PositionRow } from '@atomicdb/rest';

import type { Ending } from './headline';
import { endingWord } from './headline';
import { counted } from './numbers';

export type ChipTone = 'backed' | 'walked' | 'repetition' | 'proven' | 'seeded' | 'end' | 'task';

/** A word on where a value comes from; colour only repeats what the text says. */
export interface Chip {
  tone: ChipTone;
  text: string;
  meaning: string;
  /** Present exactly when the chip is a link. */
  anchor: AnchorLink | null;
}

export const MEANINGS = {
  backed: 'The negamax of what the subtree already knows.',
  walked: 'Carried up a line a visitor walked. No engine search supports it yet.',
  repetition: 'The value of this move comes back here: worth no more than 0.',
  reentry: 'This move would re-enter the line you are playing.',
  headerRepetition: 'The chain that leads here returns to a position it has already been through.',
  proven: 'Proven by the rules or through every move, not by an engine score.',
  seeded: 'From an engine line running through this position.',
  queued: 'An analysis of the position after this move is asked for.',
  running: 'A worker searches the position after this move now.',
} as const;

/** Header chip: backed with its plies, walked, repetition, or none (website.md H4, H5). */
export function headerChip(row: PositionRow): Chip | null {
  if (row.kind === 'backed') return backedChip(row.backed_plies, row.anchor);
  if (row.kind === 'walked') return plain('walked', 'walked', MEANINGS.walked, row.anchor);
  if (row.kind === 'repetition') {
    return plain('repetition', 'repetition', MEANINGS.headerRepetition, row.anchor);
  }
  return null;
}

/** A value that came up from a search has no chip of its own kind: the plain number. */
export function rowChips(row: MoveRow, ending: Ending | null): Chip[] {
  const origin = originChip(row, ending);
  const task = row.running
    ? [plain('task', 'running', MEANINGS.running, null)]
    : row.queued
      ? [plain('task', 'queued', MEANINGS.queued, null)]
      : [];
  return origin === null ? task : [origin, ...task];
}

export function reentryChip(): Chip {
  return plain('repetition', 'repetition', MEANINGS.reentry, null);
}

function originChip(row: MoveRow, ending: Ending | null): Chip | null {
  switch (row.kind) {
    case 'solved':
      return solvedChip(row, ending);
    case 'backed':
      return backedChip(row.plies, row.anchor);
    case 'walked':
      return plain('walked', 'walked', MEANINGS.walked, row.anchor);
    case 'repetition':
      return plain('repetition', 'repetition', MEANINGS.repetition, row.anchor);
    case 'seeded':
      return plain('seeded', 'seeded', MEANINGS.seeded, row.anchor);
    case 'point':
    case 'none':
      return null;
  }
}

function solvedChip(row: MoveRow, ending: Ending | null): Chip {
  if (row.child_closure === 'TERMINAL' && ending !== null) {
    const word = ending === 'checkmate' ? 'mate' : ending === 'explosion' ? 'explosion' : endingWord(ending);
    return plain('end', word, 'The rules end the game with this move.', row.anchor);
  }
  if (row.child_closure === 'ADJUDICATED') {
    return plain('end', 'draw', 'The material left can never be decided.', row.anchor);
  }
  return plain('proven', 'proven', MEANINGS.proven, row.anchor);
}

function backedChip(plies: number | null, anchor: AnchorLink | null): Chip {
  const depth = plies === null ? '' : ` The analysis stands ${counted(plies, 'ply', 'plies')} below.`;
  return plain(
    'backed',
    plies === null ? 'backed' : `backed +${plies}`,
    `${MEANINGS.backed}${depth}`,
    anchor,
  );
}

function plain(tone: ChipTone, text: string, meaning: string, anchor: AnchorLink | null): Chip {
  return { tone, text, meaning, anchor };
}
