import type { Board } from 'chessops/board';
import { INITIAL_FEN } from 'chessops/fen';
import { splitFen } from '../fen-text.js';
import { ok } from '../result.js';
import type { Variant } from '../variant.js';
import { isDeadInAtomic, isDeadInChess } from './material.js';
import { setUp } from './setup.js';
import { StandardState } from './state.js';

const standard = (rules: 'atomic' | 'chess', isDeadBoard: (board: Board) => boolean): Variant => ({
  uciVariant: rules,
  startFen: INITIAL_FEN,
  parse: (fen) => {
    const fields = splitFen(fen);
    if (!fields.ok) return fields;
    const position = setUp(rules, fields.value);
    return position.ok ? ok(new StandardState(position.value, isDeadBoard)) : position;
  },
});

export const atomic = standard('atomic', isDeadInAtomic);

export const chess = standard('chess', isDeadInChess);
