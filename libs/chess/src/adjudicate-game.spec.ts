import { take } from '../test/positions.js';
import type { GamePly, RulesVariantName } from './index.js';
import { adjudicateGame, START_FEN } from './index.js';

const DANCE = ['g1f3', 'g8f6', 'f3g1', 'f6g8'];
const dance = (rounds: number): string[] => Array.from({ length: rounds }, () => DANCE).flat();

const report = (variant: RulesVariantName, fen: string, moves: string) =>
  take(adjudicateGame(variant, fen, moves === '' ? [] : moves.split(' '))).plies;

const brief = ({ verdict, rule, result }: GamePly): string => `${verdict} ${rule ?? '-'} ${result}`;

const last = (plies: readonly GamePly[]): GamePly | undefined => plies[plies.length - 1];

describe('repetition in chess and atomic', () => {
  it.each(['chess', 'atomic'] as const)(
    '[CLM-01][CLM-03] of %s is claimable at the third occurrence and drawn at the fifth, each under its own name',
    (variant) => {
      const plies = take(adjudicateGame(variant, START_FEN[variant], dance(4))).plies.map(brief);
      expect([plies[7], plies[8], plies[12], plies[15], plies[16]]).toEqual([
        'undecided - *',
        'claimable threefold-repetition *',
        'claimable threefold-repetition *',
        'claimable threefold-repetition *',
        'draw fivefold-repetition 1/2-1/2',
      ]);
    },
  );

  it('[CLM-02] names the moves with which the last position may be claimed', () => {
    const game = take(adjudicateGame('chess', START_FEN.chess, [...dance(1), ...DANCE.slice(0, 3)]));
    expect(game.claims).toEqual([{ uci: 'f6g8', rule: 'threefold-repetition' }]);
  });
});

describe('a game that has ended', () => {
  it.each([
    ['by the fifth occurrence', START_FEN.chess, dance(4), 'fivefold-repetition'],
    ['by seventy-five moves', '4kr2/8/8/8/8/8/8/3RK3 b - - 150 1', [], 'seventy-five-move'],
    ['by dead material', '8/8/4k3/8/8/3K4/8/8 w - - 99 90', [], 'bare-kings'],
    ['by stalemate', '7k/5Q2/8/8/8/8/8/K7 b - - 99 90', [], 'terminal'],
  ] as const)('[CLM-03] %s leaves nothing to claim', (_, fen, moves, rule) => {
    const { plies, claims } = take(adjudicateGame('chess', fen, moves));
    expect([last(plies)?.verdict, last(plies)?.rule, claims]).toEqual(['draw', rule, []]);
  });
});

describe('the rules of moves without progress', () => {
  it.each(['chess', 'atomic'] as const)('of %s read the counter of the FEN', (variant) => {
    const after = (halfmoves: number): string | undefined =>
      report(variant, `4kr2/8/8/8/8/8/8/3RK3 b - - ${halfmoves} 1`, '').map(brief)[0];
    expect([after(99), after(100), after(149), after(150)]).toEqual([
      'undecided - *',
      'claimable fifty-move *',
      'claimable fifty-move *',
      'draw seventy-five-move 1/2-1/2',
    ]);
  });

  it.each(['chess', 'atomic'] as const)(
    '[CLM-02] of %s may be claimed with the move that completes the fifty, not with one that begins anew',
    (variant) => {
      const claims = (halfmoves: number) =>
        take(adjudicateGame(variant, `4k3/7p/8/8/8/8/P7/R3K3 w - - ${halfmoves} 90`, [])).claims;
      const quiet = claims(99);
      expect(new Set(quiet.map(({ rule }) => rule))).toEqual(new Set(['fifty-move']));
      expect(quiet.map(({ uci }) => uci)).toEqual([
        'a1b1',
        'a1c1',
        'a1d1',
        'e1d1',
        'e1d2',
        'e1e2',
        'e1f1',
        'e1f2',
      ]);
      expect([claims(98), report(variant, '4k3/7p/8/8/8/8/P7/R3K3 w - - 99 90', 'a1b1').map(brief)]).toEqual([
        [],
        ['undecided - *', 'claimable fifty-move *'],
      ]);
    },
  );

  it('count on over quiet moves and begin anew at a capture or a pawn move', () => {
    const plies = report('chess', '4k3/8/8/p6p/P6P/8/8/R3K2R w KQ - 98 90', 'e1g1 e8e7 f1f2 e7e8 a1b1 e8e7');
    expect(plies.map(({ verdict }) => verdict)).toEqual([
      'undecided',
      'undecided',
      'claimable',
      'claimable',
      'claimable',
      'claimable',
      'claimable',
    ]);
    const reset = report('chess', '4k3/7p/8/p7/P7/8/8/R3K2R w KQ - 99 90', 'h1h7');
    const pawn = report('chess', '4k3/7p/8/p7/P7/8/8/R3K2R b KQ - 99 90', 'h7h5');
    expect([last(reset)?.verdict, last(pawn)?.verdict]).toEqual(['undecided', 'undecided']);
  });

  it('[XRP-02] of xiangqi is sixty moves without a capture; pawn moves do not stop it', () => {
    const plies = report('xiangqi', '3k5/9/9/9/4P4/9/9/9/9/R3K4 w - - 118 80', 'e6e7 d10d9 a1a2');
    expect(plies.map(brief)).toEqual([
      'undecided - *',
      'undecided - *',
      'draw sixty-move 1/2-1/2',
      'draw sixty-move 1/2-1/2',
    ]);
    const taken = report('xiangqi', '3k5/9/9/9/4P4/9/9/9/p8/R3K4 w - - 119 80', 'a1a2');
    expect(last(taken)?.verdict).toBe('undecided');
  });
});

const SOLDIER = '3k5/9/9/9/9/5p3/9/5p3/5K3/5C3 w - - 0 1';
const ROOK_AND_HORSE = '3k4n/9/9/9/9/9/9/9/9/4K3R b - - 0 1';

describe('repetition in xiangqi', () => {
  it('[XRP-01] loses for the side that checks at each of its moves, from the third occurrence on', () => {
    const plies = report('xiangqi', SOLDIER, 'f2e2 f3e3 e2f2 e3f3 f2e2 f3e3 e2f2 e3f3');
    expect(plies.slice(1, 8).map(({ verdict }) => verdict)).toEqual(Array(7).fill('undecided'));
    expect(last(plies)).toMatchObject({
      verdict: 'lost',
      rule: 'perpetual-check',
      loser: 'black',
      result: '1-0',
    });
  });

  it('claims nothing without checks, and says that a chase is not judged', () => {
    const plies = report('xiangqi', ROOK_AND_HORSE, 'i10h8 i1h1 h8i10 h1i1 i10h8 i1h1 h8i10 h1i1');
    expect(last(plies)).toMatchObject({ verdict: 'undecided', rule: null, loser: null, result: '*' });
    expect(last(plies)?.note).toMatch(/chases is not judged/);
    expect(plies.slice(0, 8).map(({ note }) => note)).toEqual(Array(8).fill(null));
  });

  it('says nothing before the third occurrence', () => {
    const plies = report(
      'xiangqi',
      '3k4n/9/9/9/9/9/9/9/9/4K2R1 w - - 0 1',
      'h1i1 i10h8 i1h1 h8i10 h1i1 i10h8 i1h1',
    );
    expect(plies.map(({ verdict, note }) => [verdict, note])).toEqual(Array(8).fill(['undecided', null]));
  });

  it('never makes a real game without checks a lost one', () => {
    const moves =
      'h3e3 b10c8 h1g3 b8a8 b3d3 a10b10 b1c3 h10g8 c4c5 g7g6 i1h1 i10h10 h1h7 h8i8 h7g7 i8i9 a1a3 f10e9 a3b3 ' +
      'b10b3 d3b3 i9g9 g7f7 g10e8 f7f9 a8a9 b3b9 e9d8 b9b4 d10e9 b4b9 e9d10 b9b4 d10e9 b4b9 e9d10';
    const plies = report('xiangqi', START_FEN.xiangqi, moves);
    expect(plies.filter(({ verdict }) => verdict !== 'undecided')).toEqual([]);
    expect(plies.map(({ note }) => note !== null).lastIndexOf(true)).toBe(36);
  });

  it('is drawn when both sides check at each of their moves', () => {
    const cycle = 'f3e2 f4h3 e2f3 h3f4';
    const fen = '5k3/9/9/9/5N3/9/9/4KA1nc/9/5C3 w - - 0 1';
    const plies = report('xiangqi', fen, `f6d7 h3f4 ${cycle} ${cycle}`);
    expect(plies.slice(0, 9).map(({ verdict }) => verdict)).toEqual(Array(9).fill('undecided'));
    expect(last(plies)).toMatchObject({
      verdict: 'draw',
      rule: 'mutual-perpetual-check',
      result: '1/2-1/2',
    });
  });

  it('is no perpetual check when one move between the three occurrences was quiet', () => {
    const detour = 'f2e2 d10d9 e2e1 d9d10 e1e2 f3e3 e2f2 e3f3';
    const plies = report('xiangqi', SOLDIER, `f2e2 f3e3 e2f2 e3f3 ${detour}`);
    expect(last(plies)).toMatchObject({ verdict: 'undecided', loser: null });
    expect(last(plies)?.note).toMatch(/chases is not judged/);
  });
});

describe('material in a game', () => {
  it('comes last, and a claim never hides the draw it gives', () => {
    const plies = report('chess', '8/8/4k3/8/8/3K4/8/8 w - - 0 1', 'd3d4 e6d6 d4d3 d6e6 d3d4 e6d6 d4d3 d6e6');
    expect(new Set(plies.map(brief))).toEqual(new Set(['draw bare-kings 1/2-1/2']));
  });

  it('gives way to a mate on the board', () => {
    const plies = report('atomic', START_FEN.atomic, 'g1f3 f7f6 e2e4 d7d5 e4d5 d8d2');
    expect(last(plies)).toMatchObject({ verdict: 'lost', rule: 'terminal', loser: 'white', result: '0-1' });
  });
});

describe('a game that cannot be judged', () => {
  it.each([
    ['an illegal move with its ply', 'chess', START_FEN.chess, ['e2e4', 'e7e5', 'e4e5'], 'MOVE_ILLEGAL', 3],
    ['a bad start', 'chess', 'x', [], 'FEN_FIELDS', undefined],
    ['too many moves', 'chess', START_FEN.chess, dance(251), 'LINE_TOO_LONG', undefined],
  ] as const)('is refused: %s', (_, variant, fen, moves, code, ply) => {
    const game = adjudicateGame(variant, fen, moves);
    expect(game.ok || [game.error.code, game.error.ply]).toEqual([code, ply]);
  });
});
