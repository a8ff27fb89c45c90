import type { RulesVariantName } from './identity.js';
import type { RulesPosition } from './position.js';
import type { VariantState } from './variant.js';

/** What can be said of one position by looking at it, without search or score, from its side to move. */
export interface Ruling {
  readonly verdict: 'draw' | 'lost' | 'win-in-one' | 'undecided';
  readonly level: 'dead' | 'check' | 'terminal' | 'undecided';
  /** Name of the rule the verdict rests on. */
  readonly rule: string | null;
}

/** A ruling with the moves behind it. Moves are UCI, sorted. */
export interface Adjudication extends Ruling {
  readonly legal: number;
  /** Moves that end the game at once in favour of the side to move. */
  readonly moves: readonly string[];
  /** Moves that no immediate mate, or in xiangqi stalemate, answers. Source: X, "How to check". */
  readonly safe: readonly string[];
  /** For every other move the reply that refutes it. */
  readonly refutations: Readonly<Record<string, string>>;
  /** What the verdict leaves out of account. */
  readonly assumptions: readonly string[];
}

const UNDECIDED: Ruling = { verdict: 'undecided', level: 'undecided', rule: null };

/** Source: X, the note below the dead combinations. */
const XIANGQI_ASSUMPTIONS = [
  'Losses on time are not considered.',
  'Neither side can be forced into a rule violation, so violations by repetition are not considered.',
];

const STANDARD_ASSUMPTIONS = ['Losses on time are not considered.'];

/** What every verdict of a variant leaves out of account. */
export const assumptionsOf = (variant: RulesVariantName): readonly string[] =>
  variant === 'xiangqi' ? XIANGQI_ASSUMPTIONS : STANDARD_ASSUMPTIONS;

const ofTerminal = (state: VariantState): Ruling | null => {
  const ending = state.terminal();
  if (ending === null) return null;
  return { verdict: ending.status === 'LOSS' ? 'lost' : 'draw', level: 'terminal', rule: 'terminal' };
};

/** Terminal first, then what the men say, with one look where they ask for it. Source: positions.md, "Material". */
export const judge = ({ state }: RulesPosition): Ruling => {
  const ending = ofTerminal(state);
  if (ending !== null) return ending;
  const material = state.material();
  if (material === null) return UNDECIDED;
  const { level, rule } = material;
  const isWon = level === 'check' && state.winningMoves().length > 0;
  return { verdict: isWon ? 'win-in-one' : 'draw', level, rule };
};

/** The first reply that wins at once, undefined when the move is safe. */
const refutationOf = (state: VariantState, uci: string): string | undefined =>
  state.after(uci).winningMoves()[0];

export const adjudicate = (position: RulesPosition): Adjudication => {
  const { state, variant } = position;
  const moves = state.moves();
  const refuted = moves.flatMap((uci) => {
    const reply = refutationOf(state, uci);
    return reply === undefined ? [] : [[uci, reply] as const];
  });
  const refutations = Object.fromEntries(refuted);
  return {
    ...judge(position),
    legal: moves.length,
    moves: state.winningMoves(),
    safe: moves.filter((uci) => refutations[uci] === undefined),
    refutations,
    assumptions: assumptionsOf(variant),
  };
};
