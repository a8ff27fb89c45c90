import type { Result } from './result.js';

export type Side = 'white' | 'black';

export type EndReason = 'explosion' | 'checkmate' | 'stalemate';

/** How the rules end the game at a position, seen from its side to move. */
export interface Terminal {
  readonly reason: EndReason;
  readonly status: 'LOSS' | 'DRAW';
  readonly plies: 0;
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
  terminal(): Terminal | null;
  isDead(): boolean;
}

/** The port that every variant fills. Source: positions.md, "Variants". */
export interface Variant {
  /** Value of the UCI option `UCI_Variant`. */
  readonly uciVariant: string;
  readonly startFen: string;
  /** Canonical position of untrusted text; refuses with `FEN_*` or `POS_*`. */
  parse(fen: string): Result<VariantState>;
}
