import * as fc from 'fast-check';
import rows from '../test/cases/xiangqi-adjudication.json' with { type: 'json' };
import { at, games, take } from '../test/positions.js';
import type { RulesPosition, RulesVariantName } from './index.js';
import { adjudicate, judge, legalMoves, play, runRule, START_FEN, terminal } from './index.js';

interface Row {
  fen: string;
  level?: string;
  verdict?: string;
  legal?: number;
  moves?: string[];
  error?: string;
  note?: string;
}

const given = rows as Row[];
const ruled = given.filter(({ error }) => error === undefined);
const red = (fen: string) => at('xiangqi', `${fen} w`);

describe('the given xiangqi placements', () => {
  it.each(given)('$fen ($level $error)', ({ fen, level, verdict, legal, moves = [], error }) => {
    const answer = runRule('adjudicate', { variant: 'xiangqi', fen });
    expect(answer).toMatchObject(
      error === undefined ? { level, verdict, legal, moves } : { error: { code: error } },
    );
  });

  it('[XHT-03] leave a safe move wherever one look says draw', () => {
    const looked = ruled
      .map(({ fen }) => adjudicate(at('xiangqi', fen)))
      .filter(({ level }) => level === 'check');
    const draws = looked.filter(({ verdict }) => verdict === 'draw');
    expect([looked.length, draws.length, draws.filter(({ safe }) => safe.length === 0)]).toEqual([
      23,
      16,
      [],
    ]);
  });
});

describe('xiangqi material', () => {
  it.each([
    ['[XDD-06] only advisors and elephants', '2ba1k3/9/9/9/9/9/9/4B4/4A4/3K5', 'no-cannon', 'dead'],
    ['[XDD-01] cannon v advisor', '3a1k3/9/9/9/9/9/9/9/9/3K2C2', 'cannon-v-advisor', 'dead'],
    [
      '[XDD-01][XDD-04] cannon v advisor and two elephants',
      '2ba1kb2/9/9/9/9/9/9/9/9/3K2C2',
      'cannon-v-advisor',
      'dead',
    ],
    [
      '[XDD-02] cannon and elephant v two elephants',
      '2b2kb2/9/9/9/9/9/9/4B4/9/3K2C2',
      'cannon-v-elephants',
      'dead',
    ],
    ['[XDD-03] cannon v cannon', '5k3/7c1/9/9/9/9/9/9/9/3K2C2', 'cannon-v-cannon', 'dead'],
    ['[XCK-01] cannon v two advisors', '3a1k3/4a4/9/9/9/9/9/9/9/3K2C2', 'cannon-v-two-advisors', 'check'],
    [
      '[XCK-02] cannon and elephant v advisor',
      '3a1k3/9/9/9/9/9/9/4B4/9/3K2C2',
      'cannon-and-elephants-v-advisor',
      'check',
    ],
    [
      '[XCK-03] cannon v cannon with an elephant',
      '5k3/7c1/9/9/9/9/9/4B4/9/3K2C2',
      'cannon-v-cannon-with-elephants',
      'check',
    ],
    ['[XDD-05] a cannon with an advisor of its own', '5k3/9/9/9/9/9/9/9/4A4/3K2C2', null, 'undecided'],
    [
      '[XDD-05] a cannon with an elephant v two advisors',
      '3a1k3/4a4/9/9/9/9/9/4B4/9/3K2C2',
      null,
      'undecided',
    ],
    ['[XDD-05] a pawn beside all that', '5k3/9/9/9/4P4/9/9/9/9/3K5', null, 'undecided'],
  ])('%s', (_, fen, rule, level) => {
    expect(judge(red(fen))).toMatchObject({ rule, level });
  });

  it('[XDD-09][XDD-10] names what it leaves out of account', () => {
    expect(adjudicate(red('5k3/9/9/9/9/9/9/9/9/3K2C2')).assumptions).toEqual([
      'Losses on time are not considered.',
      'Neither side can be forced into a rule violation, so violations by repetition are not considered.',
    ]);
  });
});

describe('one look', () => {
  const trap = '4kab2/9/b8/9/2C6/9/9/B4K3/9/2B6 b';

  it('[XHT-01][XHT-02] splits the legal moves into safe ones and refuted ones with the reply', () => {
    const { legal, safe, refutations } = adjudicate(at('xiangqi', trap));
    expect(safe.length + Object.keys(refutations).length).toBe(legal);
    for (const [uci, reply] of Object.entries(refutations)) {
      const refuted = take(play(at('xiangqi', trap), uci));
      expect(terminal(take(play(refuted, reply)))?.status).toBe('LOSS');
    }
  });

  it('[XCK-04] finds the move that wins at once, in every variant', () => {
    const found = (
      [
        ['xiangqi', '5kb2/4c4/9/9/9/9/9/8B/3CK4/2B6 b'],
        ['chess', '6k1/5ppp/8/8/8/8/8/R5K1 w - -'],
        ['atomic', 'rnbqkbnr/1ppppppp/8/p5N1/8/8/PPPPPPPP/RNBQKB1R w KQkq -'],
      ] as const
    ).map(([variant, fen]) => adjudicate(at(variant, fen)).moves);
    expect(found).toEqual([['g10e8'], ['a1a8'], ['g5f7']]);
  });

  it('calls a move unsafe in chess only when mate answers it, for stalemate is a draw there', () => {
    const { safe, refutations } = adjudicate(at('chess', START_FEN.chess));
    expect([safe.length, refutations]).toEqual([20, {}]);
    const fool = adjudicate(at('chess', 'rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq -'));
    expect(fool.refutations).toEqual({ g2g4: 'd8h4' });
  });
});

describe('the order of gates', () => {
  it.each([
    ['xiangqi', '9/4P4/3k5/9/9/9/9/9/9/4K4 b', 'lost', 'terminal'],
    ['chess', '7k/5Q2/8/8/8/8/8/K7 b - -', 'draw', 'terminal'],
    ['atomic', '8/8/8/8/8/8/4P3/4K3 b - -', 'lost', 'terminal'],
    ['chess', '8/8/4k3/8/8/3K4/8/6B1 w - -', 'draw', 'dead'],
    ['atomic', '8/8/4k3/8/8/3K4/8/5NN1 w - -', 'draw', 'dead'],
    ['atomic', 'kb6/b7/8/8/8/3B4/8/7K w - -', 'undecided', 'undecided'],
  ] as const)('in %s: %s', (variant, fen, verdict, level) => {
    expect(judge(at(variant, fen))).toMatchObject({ verdict, level });
  });
});

/** Placements of few men, most of them claimed, and random games from them. */
const SEEDS: Readonly<Record<RulesVariantName, readonly string[]>> = {
  atomic: ['8/8/4k3/8/8/3K4/8/5NN1 w - -', '8/8/4k1b1/8/8/3K4/8/6B1 w - -', '8/8/4k3/8/8/3K4/8/6R1 b - -'],
  chess: ['8/8/4k1b1/7b/8/3K4/8/5B2 w - -', '8/8/4k3/8/8/3K4/8/6N1 b - -'],
  xiangqi: ruled.filter(({ level }) => level === 'dead').map(({ fen }) => fen),
};

const randomGame = (start: RulesPosition, choices: readonly number[]): RulesPosition => {
  let position = start;
  for (const choice of choices) {
    const moves = legalMoves(position);
    const uci = moves[choice % moves.length];
    if (uci === undefined) return position;
    position = take(play(position, uci));
  }
  return position;
};

describe.each(Object.keys(SEEDS) as RulesVariantName[])('a draw claimed in %s', (variant) => {
  it('[XDD-07] is never followed by a decisive end, however the game goes on', () => {
    const start = fc.constantFrom(...SEEDS[variant]).map((fen) => at(variant, fen));
    fc.assert(
      fc.property(start, fc.array(fc.nat(1000), { maxLength: 60 }), (position, choices) => {
        expect(judge(position).verdict).toBe('draw');
        const last = randomGame(position, choices);
        expect(terminal(last)?.status ?? 'open').not.toBe('LOSS');
      }),
      { numRuns: 60 },
    );
  });
});

describe('a drawn placement that asks for a look', () => {
  it('[XCK-05][XCK-06] is never lost by a side that plays safe moves, whatever the other does', () => {
    const drawn = ruled.filter(({ level, verdict }) => level === 'check' && verdict === 'draw');
    const start = fc.constantFrom(...drawn).map(({ fen }) => at('xiangqi', fen));
    fc.assert(
      fc.property(start, fc.array(fc.nat(1000), { maxLength: 24 }), (position, choices) => {
        let here = position;
        for (const [ply, choice] of choices.entries()) {
          const { legal, safe } = adjudicate(here);
          const moves = ply % 2 === 0 ? safe : legalMoves(here);
          expect(ply % 2 === 0 ? legal : 1).toBeGreaterThan(0);
          const uci = moves[choice % moves.length];
          if (uci === undefined) break;
          here = take(play(here, uci));
        }
      }),
      { numRuns: 40 },
    );
  });
});

describe('a claim during random games', () => {
  it.each(['atomic', 'chess'] as const)('in %s is repeated by every later position', (variant) => {
    fc.assert(
      fc.property(games(variant), (game) => {
        const first = game.findIndex((position) => judge(position).level === 'dead');
        const later = first < 0 ? [] : game.slice(first).map((position) => judge(position).verdict);
        expect(later.filter((verdict) => verdict !== 'draw')).toEqual([]);
      }),
      { numRuns: 10 },
    );
  });
});
