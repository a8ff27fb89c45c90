import { at, take } from '../test/positions.js';
import { openableWalk, START_FEN, VARIANT_NAMES } from './index.js';

const DANCE = ['g1f3', 'g8f6', 'f3g1', 'f6g8'];
const dance = (rounds: number): string[] => Array.from({ length: rounds }, () => DANCE).flat();

/** Both sides' pawns in turn: no position comes twice. */
const PAWNS = [...'abcdefgh'].flatMap((file) => [`${file}2${file}3`, `${file}7${file}6`]);

describe.each(VARIANT_NAMES)('a line whose moves are to be opened, in %s', (variant) => {
  const start = at(variant, START_FEN[variant]);
  const answer = (moves: readonly string[]) => {
    const walk = openableWalk(start, moves);
    return walk.ok ? walk.value.lastPly : [walk.error.code, walk.error.ply, walk.error.message];
  };

  it('is taken whole where it never meets itself', () => {
    expect([answer([]), answer(PAWNS)]).toEqual([0, 16]);
  });

  it('is cut before the first position it has been through', () => {
    const { walk, lastPly } = take(openableWalk(start, [...DANCE, 'e2e4']));
    expect([walk.crossingPly, lastPly]).toEqual([4, 3]);
  });

  it('[CLM-03] may reach the fifth occurrence, and is refused a further move with its ply', () => {
    expect(answer(dance(4))).toBe(3);
    expect(answer([...dance(4), 'e2e4'])).toEqual([
      'LINE_ENDED',
      17,
      'Ply 17: The position before it stood on the board for the fifth time, so the game is drawn: end the line there.',
    ]);
  });

  it('is refused an illegal move with its ply, also behind a crossing', () => {
    expect(answer([...DANCE, 'e2e5'])).toEqual(['MOVE_ILLEGAL', 5, expect.stringMatching(/^Ply 5: e2e5 /)]);
  });

  it('has at most 200 plies', () => {
    expect(answer(dance(50))).toEqual(['LINE_ENDED', 17, expect.any(String)]);
    expect(answer([...dance(50), 'e2e4'])).toEqual([
      'LINE_TOO_LONG',
      undefined,
      'A line that is walked has at most 200 plies.',
    ]);
  });
});
