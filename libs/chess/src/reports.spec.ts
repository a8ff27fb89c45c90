import reports from '../test/cases/reports.json' with { type: 'json' };
import { at, take } from '../test/positions.js';
import { readGame } from './commands/game-input.js';
import type { GamePly, RulesVariantName } from './index.js';
import { adjudicateGame, claimableMoves, legalMoves, parsePosition, START_FEN, walkLine } from './index.js';

/** Input of a report as it stands there; the ones of this file are games in text. */
const inputOf = (wanted: string): unknown => {
  const report = (reports as { id: string; input: unknown }[]).find(({ id }) => id === wanted);
  if (report === undefined) throw new Error(`no report ${wanted}`);
  return report.input;
};

const judge = (variant: RulesVariantName, text: string): readonly GamePly[] => {
  const { fen, moves } = take(readGame(text, variant, false));
  return take(adjudicateGame(variant, fen, moves)).plies;
};

const brief = ({ verdict, rule, loser, result }: GamePly): string =>
  [verdict, rule ?? '-', loser ?? '-', result].join(' ');

const DANCE = ['g1f3', 'g8f6', 'f3g1', 'f6g8'];

describe('reports about games', () => {
  it.each(['chess', 'atomic'] as const)(
    'B23 in %s: the fifty-move rule is claimed, the fivefold named and automatic',
    (variant) => {
      const fen = /[^ ]+ b - - 100 1/.exec((inputOf('B23') as string[])[0] ?? '')?.[0] ?? '';
      expect([fen, legalMoves(at(variant, fen)).length]).toEqual(['4kr2/8/8/8/8/8/8/3RK3 b - - 100 1', 11]);
      const after = (halfmoves: number) =>
        judge(variant, fen.replace(' 100 ', ` ${halfmoves} `))
          .map(brief)
          .join();
      expect([after(100), after(149), after(150)]).toEqual([
        'claimable fifty-move - *',
        'claimable fifty-move - *',
        'draw seventy-five-move - 1/2-1/2',
      ]);
      const dance = judge(variant, `startpos moves ${[DANCE, DANCE, DANCE, DANCE].flat().join(' ')}`);
      expect([8, 16].map((ply) => dance.map(brief)[ply])).toEqual([
        'claimable threefold-repetition - *',
        'draw fivefold-repetition - 1/2-1/2',
      ]);
    },
  );

  it('B34 a perpetual check by a soldier loses at the third occurrence', () => {
    const plies = judge('xiangqi', (inputOf('B34') as string).replace(/^.*--game: /, '')).map(brief);
    expect(plies).toEqual([...Array<string>(8).fill('undecided - - *'), 'lost perpetual-check black 1-0']);
  });

  it('B37 a chase is not judged, and the answer says so', () => {
    const [chase, short] = (inputOf('B37') as string[]).map((text) => judge('xiangqi', text));
    expect(chase?.map(brief)).toEqual(Array(9).fill('undecided - - *'));
    expect(chase?.map(({ note }) => note !== null)).toEqual([...Array<boolean>(8).fill(false), true]);
    expect(chase?.[8]?.note).toMatch(/chases is not judged/);
    expect(short?.map(({ verdict, note }) => [verdict, note])).toEqual(Array(8).fill(['undecided', null]));
  });

  it('B39 a real game without checks is never a loss', () => {
    const moves = (inputOf('B39') as string).replace(/^.*, moves /, '');
    const plies = judge('xiangqi', `startpos moves ${moves}`);
    expect([plies.length, new Set(plies.map(({ verdict }) => verdict))]).toEqual([
      37,
      new Set(['undecided']),
    ]);
    const walk = take(walkLine(at('xiangqi', START_FEN.xiangqi), moves.split(' ')));
    expect([walk.threefoldPly, plies[36]?.note === null, claimableMoves(walk)]).toEqual([36, false, []]);
  });

  it('B49 the position after 1.e4 has one key, however its en-passant field is written', () => {
    const keys = (inputOf('B49') as string[]).flatMap((fen) =>
      (['atomic', 'chess'] as const).map((variant) => take(parsePosition(variant, fen)).key),
    );
    expect(new Set(keys)).toEqual(new Set(['rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -']));
  });
});
