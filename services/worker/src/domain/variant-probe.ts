import type { VariantName } from '@atomicdb/chess';

/** A search that tells one game from another: the move that must mate at once, or null where none may. */
export interface VariantProbe {
  readonly fen: string;
  readonly mate: string | null;
}

/** Nodes of one probe; the mates below are found in the first few hundred. */
export const PROBE_NODES = 2_000;

const EXPLODED_KING = 'rnbqkbnr/1ppppppp/8/p5N1/8/8/PPPPPPPP/RNBQKB1R w KQkq - 0 1';
const BACK_RANK = '6k1/5ppp/8/8/8/8/8/4R2K w - - 0 1';

/**
 * Some engines ignore an unknown UCI_Variant without a word and play chess, some list a variant that their
 * build does not play. Source: workers.md, "The reference worker".
 */
export const variantProbes: Readonly<Record<VariantName, readonly VariantProbe[]>> = {
  atomic: [{ fen: EXPLODED_KING, mate: 'g5f7' }],
  chess: [
    { fen: EXPLODED_KING, mate: null },
    { fen: BACK_RANK, mate: 'e1e8' },
  ],
};
