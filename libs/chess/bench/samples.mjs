import { judge, legalMoves, parsePosition, START_FEN } from '../dist/index.js';
import { BLACK, printBoard, POINTS, RED } from '../dist/xiangqi/board.js';
import { arrangementsOf } from '../dist/xiangqi/pairs.js';
import { makeRandom } from '../test/differential/random.mjs';

const PLIES = 80;

/** Random games as lists of moves from the start, and the FENs of all their positions. */
export function randomGames(variant, count, seed) {
  const random = makeRandom(seed);
  const games = [];
  const fens = [];
  while (fens.length < count) {
    let position = parsePosition(variant, START_FEN[variant]).value;
    const moves = [];
    while (moves.length < PLIES && fens.length < count) {
      fens.push(`${position.key} ${moves.length % 50} ${1 + (moves.length >> 1)}`);
      const uci = random.pick(legalMoves(position));
      if (uci === undefined) break;
      moves.push(uci);
      position = position.after(uci);
    }
    games.push(moves);
  }
  return { games, fens };
}

const SQUARES = 64;

const printChessBoard = (men) =>
  Array.from({ length: 8 }, (_, rank) =>
    men
      .slice(rank * 8, rank * 8 + 8)
      .join('')
      .replace(/1+/g, (blanks) => String(blanks.length)),
  ).join('/');

/** Legal placements of dead material on a chessboard, either side to move; `forces` are the men beside the kings. */
export function deadPlacements(variant, forces, count, seed) {
  const random = makeRandom(seed);
  const squares = Array.from({ length: SQUARES }, (_, square) => square);
  const fens = [];
  while (fens.length < count) {
    const board = Array(SQUARES).fill('1');
    for (const man of `Kk${random.pick(forces)}`) board[random.pick(squares)] = man;
    const fen = `${printChessBoard(board)} ${random.pick(['w', 'b'])} - - 0 1`;
    const position = parsePosition(variant, fen);
    if (position.ok && judge(position.value).level === 'dead') fens.push(fen);
  }
  return fens;
}

/** Legal xiangqi placements of two forces, either side to move. */
export function placements(pairs, count, seed) {
  const random = makeRandom(seed);
  const sides = pairs.map(([a, b]) => [arrangementsOf(a, RED), arrangementsOf(b, BLACK)]);
  const fens = [];
  while (fens.length < count) {
    const board = new Uint8Array(POINTS);
    const chosen = random.pick(sides).map(({ men, points }) => ({ men, points: random.pick(points) }));
    for (const { men, points } of chosen) points.forEach((point, at) => (board[point] = men[at]));
    const fen = `${printBoard(board)} ${random.pick(['w', 'b'])}`;
    const men = chosen.reduce((sum, { points }) => sum + points.length, 0);
    const isWhole = board.reduce((sum, man) => sum + (man === 0 ? 0 : 1), 0) === men;
    if (isWhole && parsePosition('xiangqi', fen).ok) fens.push(fen);
  }
  return fens;
}
