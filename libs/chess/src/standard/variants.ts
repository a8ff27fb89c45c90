import type { Board } from 'chessops/board';
import { INITIAL_FEN } from 'chessops/fen';
import { splitFen } from '../fen-text.js';
import { ok } from '../result.js';
import type { GameLaw, Material, Variant } from '../variant.js';
import { materialInAtomic, materialInChess } from './material.js';
import { setUp } from './setup.js';
import { StandardState } from './state.js';

/** Source: positions.md, "The adjudicator", steps 2 and 3. */
const LAW: GameLaw = {
  repetition: 'claims',
  moveRules: [
    { plies: 150, verdict: 'draw', rule: 'seventy-five-move' },
    { plies: 100, verdict: 'claimable', rule: 'fifty-move' },
  ],
};

const standard = (rules: 'atomic' | 'chess', materialOf: (board: Board) => Material | null): Variant => ({
  uciVariant: rules,
  startFen: INITIAL_FEN,
  law: LAW,
  parse: (fen) => {
    const fields = splitFen(fen);
    if (!fields.ok) return fields;
    const position = setUp(rules, fields.value);
    return position.ok ? ok(new StandardState(position.value, materialOf)) : position;
  },
});

export const atomic = standard('atomic', materialInAtomic);

export const chess = standard('chess', materialInChess);
