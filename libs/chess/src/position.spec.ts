import * as fc from 'fast-check';
import rows from '../test/cases/keys.json' with { type: 'json' };
import { at, games, take } from '../test/positions.js';
import type { VariantName } from './index.js';
import {
  makeId,
  parsePosition,
  parseVariant,
  positionFromId,
  RULES_VARIANT_NAMES,
  splitId,
  START_FEN,
  uciVariant,
  VARIANT_NAMES,
} from './index.js';

interface KeyRow {
  variant: VariantName;
  fen: string;
  why: string;
  key?: string;
  legal?: number;
  error?: string;
}

const START_KEY = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -';
const ODD_CHARACTERS: readonly [name: string, fen: string][] = [
  ['a tab between fields', START_KEY.replace(' w ', '\tw ')],
  ['a no-break space', START_KEY.replace(' w ', '\u00a0w ')],
  ['a full-width letter', START_KEY.replace('w', '\uff57')],
  ['a control character', `${START_KEY}\u0000`],
];

const readKey = (variant: VariantName, fen: string) => {
  const position = parsePosition(variant, fen);
  return position.ok
    ? { key: position.value.key, legal: position.value.legal }
    : { error: position.error.code };
};

describe('the golden keys', () => {
  it.each(rows as KeyRow[])('$variant: $why ($fen)', ({ variant, fen, key, legal, error }) => {
    expect(readKey(variant, fen)).toEqual(error === undefined ? { key, legal } : { error });
  });
});

describe('the text of a FEN', () => {
  it.each(ODD_CHARACTERS)('refuses %s, because a FEN is printable ASCII and blanks', (_, fen) => {
    expect(readKey('chess', fen)).toEqual({ error: 'FEN_CHARACTERS' });
  });

  it('is trimmed before it is measured and read', () => {
    expect(readKey('chess', `\n${' '.repeat(200)}${START_KEY}\r\n`)).toEqual({ key: START_KEY, legal: 20 });
  });

  it('refuses three rights of one side', () => {
    expect(readKey('chess', START_KEY.replace('KQkq', 'ABH'))).toEqual({ error: 'FEN_CASTLING' });
  });

  it('never throws, whatever is typed', () => {
    const almostFen = fc.string({
      unit: fc.constantFrom(...'pnbrqkPNBRQK12345678/ w-KQkqe36[]~+_'),
      maxLength: 90,
    });
    fc.assert(
      fc.property(
        fc.constantFrom(...RULES_VARIANT_NAMES),
        fc.oneof(fc.string(), almostFen),
        (variant, fen) => {
          const position = parsePosition(variant, fen);
          expect(position.ok || /^(FEN|POS)_[A-Z_]+$/.test(position.error.code)).toBe(true);
        },
      ),
    );
  });

  it('answers every refusal with a sentence', () => {
    const refused = (rows as KeyRow[]).filter(({ error }) => error !== undefined);
    const sentences = refused.map(({ variant, fen }) => {
      const position = parsePosition(variant, fen);
      return position.ok ? '' : position.error.message;
    });
    expect(sentences.filter((sentence) => !/^[A-Z].{10,}\.$/.test(sentence))).toEqual([]);
  });
});

describe.each(RULES_VARIANT_NAMES)('identity in %s', (variant) => {
  it('[SAM-05] gives a played position the key and moves of its own FEN', () => {
    fc.assert(
      fc.property(games(variant), (game) => {
        for (const position of game) {
          const again = at(variant, position.fen);
          expect([again.key, again.state.moves()]).toEqual([position.key, position.state.moves()]);
        }
      }),
      { numRuns: 25 },
    );
  });

  it('[REP-03][SAM-11] ignores counters, blanks, the order of rights and their spelling by files', () => {
    const counter = fc.nat(9999).map(String);
    const files: Readonly<Record<string, string>> = { K: 'H', Q: 'A', k: 'h', q: 'a' };
    fc.assert(
      fc.property(
        games(variant),
        counter,
        counter,
        fc.integer({ min: 1, max: 4 }),
        fc.boolean(),
        (game, halfmoves, move, blanks, isByFile) => {
          const position = game[game.length - 1] ?? at(variant, START_FEN[variant]);
          const [board, turn, rights = '-', ep] = position.key.split(' ');
          const spelt = [...rights].reverse().map((right) => (isByFile && files[right]) || right);
          const fields = [board, turn, spelt.join(''), ep, halfmoves, move];
          expect(at(variant, ` ${fields.join(' '.repeat(blanks))} `).key).toBe(position.key);
        },
      ),
      { numRuns: 25 },
    );
  });
});

describe('position ids', () => {
  it('carry the variant, so that one FEN has an id in each', () => {
    expect(VARIANT_NAMES.map((variant) => at(variant, START_FEN[variant]).id)).toEqual([
      `atomic:${START_KEY}`,
      `chess:${START_KEY}`,
    ]);
  });

  it('come apart into the variant and key they were made of', () => {
    const { variant, key } = at('chess', START_KEY);
    expect(splitId(makeId(variant, key))).toEqual({ variant, key });
  });

  it('are read back from untrusted text as the canonical position', () => {
    expect(take(positionFromId(`chess:${START_KEY} 12 40`)).id).toBe(`chess:${START_KEY}`);
  });

  it.each([
    ['no colon', START_KEY, 'unknown-variant'],
    ['another game', `shogi:${START_KEY}`, 'unknown-variant'],
    ['a variant without a graph', 'xiangqi:9/9', 'variant-not-in-graph'],
    ['a bad key', 'chess:8/8 w - -', 'FEN_BOARD'],
  ])('are refused with %s', (_, id, code) => {
    const position = positionFromId(id);
    expect(position.ok || position.error.code).toBe(code);
  });
});

describe('variant names', () => {
  it('default to atomic and are never guessed', () => {
    const read = [undefined, 'atomic', 'chess', 'Chess', '', 'toString', 'xiangqi'].map((name) => {
      const variant = parseVariant(name);
      return variant.ok ? variant.value : variant.error.code;
    });
    const unknown = 'unknown-variant';
    expect(read).toEqual(['atomic', 'atomic', 'chess', unknown, unknown, unknown, 'variant-not-in-graph']);
  });

  it('name the UCI variant that an engine is set to', () => {
    expect(VARIANT_NAMES.map(uciVariant)).toEqual(['atomic', 'chess']);
  });
});
