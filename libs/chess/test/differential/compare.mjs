import { end, legalMoves, material, terminal } from '../../dist/index.js';
import { cycleOf, judgeCycle } from './cycles.mjs';

const words = (text) => text.split(' ').filter((word) => word !== '');
const bare = (san) => san.replace(/[+#]+$/, '');

/** The engine names horse and elephant by other letters than its own FEN does. */
const inOurLetters = (variant, san) =>
  variant === 'xiangqi' ? san.replace(/^H/, 'N').replace(/^E/, 'B') : san;

/** Atomic: the engine writes no `+`, so only the texts are held against each other. */
const comparable = (variant, san) => (variant === 'atomic' ? bare(san) : san);

/** One disagreement is { what, fen, ours, theirs }. */
function compareNotation({ variant, state, fen }, board) {
  const sans = words(board.legalMovesSan()).map((san) => inOurLetters(variant, san));
  return words(board.legalMoves()).flatMap((uci, index) => {
    if (state.normalise(uci) !== uci) return [];
    const [ours, theirs] = [state.san(uci), sans[index]].map((san) => comparable(variant, san));
    return ours === theirs ? [] : [{ what: 'notation', fen, ours, theirs }];
  });
}

const fields = (fen) => fen.split(' ').slice(0, 4);

function compareKeys({ position, before, uci }, engine) {
  if (before === null) return [];
  const board = new engine.Board(before.variant, before.fen);
  board.push(uci);
  const theirs = fields(board.fen());
  const captures = words(board.legalMoves()).filter((move) => move.slice(2, 4) === theirs[3]);
  board.delete();
  const ours = fields(position.key);
  if (ours.join(' ') === theirs.join(' ')) return [];
  const isUnusedEp = ours.slice(0, 3).join(' ') === theirs.slice(0, 3).join(' ') && ours[3] === '-';
  const takesEp = captures.some((move) => isPawn(position, move.slice(0, 2)));
  const what = isUnusedEp && !takesEp ? 'key: unused en-passant square' : 'key';
  return [{ what, fen: position.fen, ours: ours.join(' '), theirs: theirs.join(' ') }];
}

const isPawn = ({ state }, from) =>
  state.moves().some((uci) => uci.startsWith(from) && /^[a-h]/.test(state.san(uci)));

function compareVerdicts(position, board) {
  const { fen } = position;
  const isOver = terminal(position) !== null;
  const ours = isOver ? end(position).result : '*';
  const theirs = words(board.legalMoves()).length === 0 ? board.result() : '*';
  const found = ours === theirs ? [] : [{ what: 'end', fen, ours, theirs }];
  if (position.state.isCheck() !== board.isCheck())
    found.push({ what: 'check', fen, ours: position.state.isCheck(), theirs: board.isCheck() });
  const isDead = material(position);
  if (isOver || isDead === board.isInsufficientMaterial()) return found;
  const rule = position.state.material()?.rule ?? 'none';
  return [...found, { what: `material: ${rule}`, fen, ours: isDead, theirs: !isDead }];
}

function compareMoves(position, board) {
  const ours = legalMoves(position).join(' ');
  const theirs = words(board.legalMoves()).sort().join(' ');
  return ours === theirs ? [] : [{ what: 'moves', fen: position.fen, ours, theirs }];
}

/** Every disagreement about one position; notation and cycles only now and then, for they take long. */
export function compare(entry, engine, random) {
  const { position } = entry;
  const board = new engine.Board(position.variant, position.fen);
  const found = [...compareMoves(position, board), ...compareVerdicts(position, board)];
  if (random.below(8) === 0) found.push(...compareNotation(position, board));
  board.delete();
  found.push(...compareKeys(entry, engine));
  const cycle = random.below(4) === 0 ? cycleOf(position, random) : null;
  if (cycle === null) return { found, cycles: 0, perpetuals: 0 };
  const judged = judgeCycle(position, cycle, engine);
  return { found: [...found, ...judged.found], cycles: 1, perpetuals: judged.isPerpetual ? 1 : 0 };
}
