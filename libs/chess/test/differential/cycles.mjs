import { adjudicateGame, legalMoves } from '../../dist/index.js';

/** The move that takes a move back, in UCI of every variant. */
const backOf = (uci) => {
  const [, from, to] = /^([a-i]\d+)([a-i]\d+)$/.exec(uci) ?? [];
  return from === undefined ? null : to + from;
};

const isRepeated = (position, cycle) => {
  let here = position;
  for (const uci of cycle) {
    if (here.state.normalise(uci) !== uci) return false;
    here = here.after(uci);
  }
  return here.key === position.key;
};

/** A checking move where there is one, so that perpetual checks are not as rare as by chance. */
const pickMove = (position, random) => {
  const moves = legalMoves(position);
  const checks = moves.filter((uci) => position.after(uci).state.isCheck());
  return random.pick(checks.length > 0 && random.below(2) === 0 ? checks : moves);
};

/** Two moves and the two that take them back, or null. */
export function cycleOf(position, random) {
  for (let tries = 0; tries < 6; tries++) {
    const first = pickMove(position, random);
    if (first === undefined) return null;
    const next = position.after(first);
    const second = pickMove(next, random);
    if (second === undefined) continue;
    const cycle = [first, second, backOf(first), backOf(second)];
    if (!cycle.includes(null) && isRepeated(position, cycle)) return cycle;
  }
  return null;
}

/** What the engine says, once a draw by repetition may be claimed. */
function engineResult({ variant, fen }, moves, engine) {
  const board = new engine.Board(variant, fen);
  for (const uci of moves) board.push(uci);
  const result = board.isGameOver(true) ? board.result(true) : '*';
  board.delete();
  return result;
}

/** A claim counts as the draw it leads to, and so does a xiangqi repetition about which nothing is claimed. */
const ourResult = ({ verdict, result, note }) =>
  verdict === 'claimable' || note !== null ? '1/2-1/2' : result;

/** Twice round a cycle is the third occurrence: both must judge it alike. */
export function judgeCycle(position, cycle, engine) {
  const moves = [...cycle, ...cycle];
  const { plies } = adjudicateGame(position.variant, position.fen, moves).value;
  const last = plies[plies.length - 1];
  const ours = ourResult(last);
  const theirs = engineResult(position, moves, engine);
  const isPerpetual = last.rule === 'perpetual-check';
  if (ours === theirs) return { isPerpetual, found: [] };
  const fen = `${position.fen} moves ${moves.join(' ')}`;
  const isChase = last.note !== null && (theirs === '1-0' || theirs === '0-1');
  return { isPerpetual, found: [{ what: isChase ? 'repetition: chase' : 'repetition', fen, ours, theirs }] };
}
