import type { RulesVariantName, VariantName } from './identity.js';
import type { ChessPosition, RulesPosition } from './position.js';
import type { Result } from './result.js';
import { ok, refuse } from './result.js';

export interface ChildMove<V extends RulesVariantName = VariantName> {
  readonly uci: string;
  readonly san: string;
  readonly child: ChessPosition<V>;
}

const MAX_QUOTED = 12;
const SAN = /^([KQRBN][a-h]?[1-8]?x?[a-h][1-8]|([a-h]x)?[a-h][1-8](=?[QRBN])?|[O0]-[O0](-[O0])?)[+#]?$/;

/** Legal moves in UCI, castling e1g1, sorted by code unit. */
export const legalMoves = (position: RulesPosition): readonly string[] => position.state.moves();

/** The stored spelling of a legal move (e1h1 becomes e1g1); refuses `MOVE_ILLEGAL`. */
export const normaliseUci = (position: RulesPosition, uci: string): Result<string> => {
  const move = position.state.normalise(uci);
  if (move !== undefined) return ok(move);
  if (SAN.test(uci)) return refuse('MOVE_ILLEGAL', `${uci} is SAN: write the move in UCI, as in g1f3.`);
  return refuse(
    'MOVE_ILLEGAL',
    `${uci.slice(0, MAX_QUOTED)} is not a legal move in ${position.key}: correct it, or stop before it.`,
  );
};

export const play = <V extends RulesVariantName>(
  position: ChessPosition<V>,
  uci: string,
): Result<ChessPosition<V>> => {
  const move = normaliseUci(position, uci);
  return move.ok ? ok(position.after(move.value)) : move;
};

/** Standard algebraic notation of a move, `#` also for an exploded king; refuses `MOVE_ILLEGAL`. */
export const san = (position: RulesPosition, uci: string): Result<string> => {
  const move = normaliseUci(position, uci);
  return move.ok ? ok(position.state.san(move.value)) : move;
};

/** Every legal move in UCI order, each worked out when the iteration reaches it. */
export function* children<V extends RulesVariantName>(position: ChessPosition<V>): Generator<ChildMove<V>> {
  for (const uci of position.state.moves()) {
    yield { uci, san: position.state.san(uci), child: position.after(uci) };
  }
}

const perftNodes = (state: RulesPosition['state'], depth: number): number => {
  if (depth === 1) return state.moveCount();
  return state.moves().reduce((nodes, uci) => nodes + perftNodes(state.after(uci), depth - 1), 0);
};

/** Leaves of the move tree at depths 1 to `depth`. */
export const perft = (position: RulesPosition, depth: number): number[] =>
  Array.from({ length: depth }, (_, index) => perftNodes(position.state, index + 1));
