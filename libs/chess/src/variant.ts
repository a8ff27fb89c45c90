import type { Result } from './result.js';

/** White is red in xiangqi. */
export type Side = 'white' | 'black';

export type EndReason = 'explosion' | 'checkmate' | 'stalemate';

/** How the rules end the game at a position, seen from its side to move. */
export interface Terminal {
  readonly reason: EndReason;
  readonly status: 'LOSS' | 'DRAW';
  readonly plies: 0;
}

/**
 * What the men alone say. `dead`: no play can ever decide the game. `check`: no result lies deeper than one
 * reply, so one look tells a draw from a win. Source: positions.md, "Material".
 */
export interface Material {
  readonly level: 'dead' | 'check';
  readonly rule: string;
}

/** One position in the eyes of its variant. Immutable; moves are UCI in the one spelling that is stored. */
export interface VariantState {
  readonly turn: Side;
  key(): string;
  moves(): readonly string[];
  moveCount(): number;
  /** The stored spelling of a move, or undefined when it is not legal here. */
  normalise(uci: string): string | undefined;
  /** Plays a move that `moves` or `normalise` returned. */
  after(uci: string): VariantState;
  san(uci: string): string;
  /** The move that a game record writes here, or undefined when it names none or several. */
  readSan(text: string): string | undefined;
  isCheck(): boolean;
  /** A legal move that the counter of the move rule does not outlive. */
  restartsCounter(uci: string): boolean;
  terminal(): Terminal | null;
  material(): Material | null;
  /** Legal moves after which the opponent has lost, sorted. */
  winningMoves(): readonly string[];
}

/** A draw by a number of plies without progress. */
export interface MoveRule {
  readonly plies: number;
  readonly verdict: 'claimable' | 'draw';
  readonly rule: string;
}

/** What a variant's law says of a game, beyond its single positions. Source: positions.md, "The adjudicator". */
export interface GameLaw {
  /** `claims`: threefold by claim, fivefold by itself. `perpetual-check`: the third occurrence is judged by its checks. */
  readonly repetition: 'claims' | 'perpetual-check';
  /** The greatest number of plies first. */
  readonly moveRules: readonly MoveRule[];
}

/** The port that every variant fills. Source: positions.md, "Variants". */
export interface Variant {
  /** Value of the UCI option `UCI_Variant`. */
  readonly uciVariant: string;
  readonly startFen: string;
  readonly law: GameLaw;
  /** Canonical position of untrusted text; refuses with `FEN_*` or `POS_*`. */
  parse(fen: string): Result<VariantState>;
}
