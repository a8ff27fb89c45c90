import type { PositionId, PositionKey, RulesVariantName, VariantName } from './identity.js';
import { makeId } from './identity.js';
import type { Result } from './result.js';
import { ok, refuse } from './result.js';
import type { VariantState } from './variant.js';
import { parseVariant, VARIANTS } from './variants.js';

/** A position of any variant, for what needs no graph. */
export type RulesPosition = ChessPosition<RulesVariantName>;

/** A valid position under its canonical key. Immutable; key and move count are worked out when first read. */
export class ChessPosition<V extends RulesVariantName = VariantName> {
  readonly variant: V;
  readonly state: VariantState;
  #key: PositionKey | undefined;
  #legal: number | undefined;

  constructor(variant: V, state: VariantState) {
    this.variant = variant;
    this.state = state;
  }

  get key(): PositionKey {
    return (this.#key ??= this.state.key() as PositionKey);
  }

  get id(): PositionId {
    return makeId(this.variant, this.key);
  }

  get legal(): number {
    return (this.#legal ??= this.state.moveCount());
  }

  /** Canonical FEN: the key with counters 0 1. */
  get fen(): string {
    return `${this.key} 0 1`;
  }

  /** The position after a move that is known to be legal; throws on any other. */
  after(uci: string): ChessPosition<V> {
    return new ChessPosition(this.variant, this.state.after(uci));
  }
}

/** Position of untrusted text; refuses with `FEN_*` for the text and `POS_*` for chess reasons. */
export const parsePosition = <V extends RulesVariantName>(
  variant: V,
  fen: string,
): Result<ChessPosition<V>> => {
  const state = VARIANTS[variant].parse(fen);
  return state.ok ? ok(new ChessPosition(variant, state.value)) : state;
};

/** Position of an untrusted `variant:key`; the answer carries the canonical id, whatever spelling came in. */
export const positionFromId = (id: string): Result<ChessPosition> => {
  const colon = id.indexOf(':');
  if (colon < 0) return refuse('unknown-variant', 'A position id is the variant, a colon and the key.');
  const variant = parseVariant(id.slice(0, colon));
  return variant.ok ? parsePosition(variant.value, id.slice(colon + 1)) : variant;
};
