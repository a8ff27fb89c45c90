import { legalMoves, parsePosition, START_FEN } from '../../dist/index.js';

const PLIES = 120;

/** Starts beside the usual one: castling, en passant, promotion and kings that meet are near. */
const NEAR_SPECIAL_RULES = [
  'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -',
  'r3k2r/1P4P1/8/8/8/8/1p4p1/R3K2R w KQkq -',
  '4k3/2p1p1p1/8/1P1P1P2/1p1p1p2/8/2P1P1P1/4K3 w - -',
  'r3k2r/8/3p4/1P6/8/4p3/2P2PP1/R3K2R b KQkq -',
  '7k/3pK3/8/4P3/8/8/8/N7 b - -',
  '8/3p4/8/K3P2r/8/8/8/7k b - -',
];

const SHAPES = {
  atomic: { files: 8, ranks: 8, men: 'NBRQPnbrqpNBnb', ending: '- -' },
  chess: { files: 8, ranks: 8, men: 'NBRQPnbrqpNBnb', ending: '- -' },
  xiangqi: { files: 9, ranks: 10, men: 'AABBNRCPaabbnrcpCc', ending: '- -' },
};

function printBoard(board, files) {
  const ranks = [];
  for (let at = 0; at < board.length; at += files) {
    const rank = board.slice(at, at + files).join('');
    ranks.push(rank.replace(/1+/g, (empty) => empty.length));
  }
  return ranks.join('/');
}

/** A board of few men, taken as it falls; most are refused. */
function sparse(variant, random) {
  const { files, ranks, men, ending } = SHAPES[variant];
  const board = Array(files * ranks).fill('1');
  const list = ['K', 'k', ...Array.from({ length: random.below(5) }, () => random.pick(men))];
  for (const man of list) board[random.below(board.length)] = man;
  return parsePosition(variant, `${printBoard(board, files)} ${random.pick(['w', 'b'])} ${ending}`);
}

function start(variant, random) {
  const fens = variant === 'xiangqi' ? [] : NEAR_SPECIAL_RULES;
  return parsePosition(variant, random.pick([START_FEN[variant], START_FEN[variant], ...fens])).value;
}

/** A random game as positions with the move that led to each. */
function* game(first, random, plies) {
  let position = first;
  yield { position, before: null, uci: null };
  for (let ply = 0; ply < plies; ply++) {
    const moves = legalMoves(position);
    if (moves.length === 0) return;
    const uci = random.pick(moves);
    const before = position;
    position = position.after(uci);
    yield { position, before, uci };
  }
}

/** Endless positions of a variant: three of four from games, the rest of few men with a short game after them. */
export function* positions(variant, random) {
  for (;;) {
    if (random.below(4) > 0) yield* game(start(variant, random), random, PLIES);
    for (let tries = 0; tries < 200; tries++) {
      const few = sparse(variant, random);
      if (few.ok) yield* game(few.value, random, 4);
    }
  }
}
