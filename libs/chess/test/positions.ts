import * as fc from 'fast-check';
import type { ChessPosition, Result, RulesVariantName } from '../src/index.js';
import { legalMoves, parsePosition, play, START_FEN } from '../src/index.js';

/** Value of an answer that a test takes for granted. */
export const take = <T>(result: Result<T>): T => {
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message}`);
  return result.value;
};

export const at = <V extends RulesVariantName>(variant: V, fen: string): ChessPosition<V> =>
  take(parsePosition(variant, fen));

/** Positions in which every special rule is near: castling, en passant, promotion, kings that touch. */
const STANDARD_STARTS = [
  'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -',
  'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -',
  'r3k2r/1P4P1/8/8/8/8/1p4p1/R3K2R w KQkq -',
  '4k3/2p1p1p1/8/1P1P1P2/1p1p1p2/8/2P1P1P1/4K3 w - -',
];

const startsOf = (variant: RulesVariantName): readonly string[] =>
  variant === 'xiangqi'
    ? [START_FEN.xiangqi, '2ba1k3/4a4/4b4/9/2n3r2/9/4P1c2/4B4/4A4/2BAK1R2 w']
    : STANDARD_STARTS;

const follow = <V extends RulesVariantName>(
  start: ChessPosition<V>,
  choices: readonly number[],
): ChessPosition<V>[] => {
  const visited = [start];
  for (const choice of choices) {
    const here = visited[visited.length - 1] ?? start;
    const moves = legalMoves(here);
    const uci = moves[choice % moves.length];
    if (uci === undefined) break;
    visited.push(take(play(here, uci)));
  }
  return visited;
};

/** Positions of a random game of up to 40 plies, in order. */
export const games = <V extends RulesVariantName>(variant: V): fc.Arbitrary<ChessPosition<V>[]> =>
  fc
    .tuple(fc.constantFrom(...startsOf(variant)), fc.array(fc.nat(1000), { maxLength: 40 }))
    .map(([fen, choices]) => follow(at(variant, fen), choices));
