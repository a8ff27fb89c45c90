import { ok } from '../result.js';
import type { Variant } from '../variant.js';
import { setUp } from './setup.js';
import { XiangqiState } from './state.js';

export const xiangqi: Variant = {
  uciVariant: 'xiangqi',
  startFen: 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1',
  law: {
    repetition: 'perpetual-check',
    moveRules: [{ plies: 120, verdict: 'draw', rule: 'sixty-move' }],
  },
  parse: (fen) => {
    const setup = setUp(fen);
    return setup.ok ? ok(new XiangqiState(setup.value.board, setup.value.turn)) : setup;
  },
};
