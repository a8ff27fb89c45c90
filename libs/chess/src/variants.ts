import type { RulesVariantName, VariantName } from './identity.js';
import { isRulesVariantName, isVariantName, RULES_VARIANT_NAMES, VARIANT_NAMES } from './identity.js';
import type { Result } from './result.js';
import { ok, refuse } from './result.js';
import { atomic, chess } from './standard/variants.js';
import type { Variant } from './variant.js';
import { xiangqi } from './xiangqi/variant.js';

export const VARIANTS: Readonly<Record<RulesVariantName, Variant>> = { atomic, chess, xiangqi };

export const START_FEN: Readonly<Record<RulesVariantName, string>> = {
  atomic: atomic.startFen,
  chess: chess.startFen,
  xiangqi: xiangqi.startFen,
};

const DEFAULT_VARIANT: VariantName = 'atomic';

/** Variant of a graph door; refuses `unknown-variant`, never taken for standard chess, and `variant-not-in-graph`. */
export const parseVariant = (name: string | undefined): Result<VariantName> => {
  if (name === undefined) return ok(DEFAULT_VARIANT);
  if (isVariantName(name)) return ok(name);
  if (name === 'xiangqi')
    return refuse(
      'variant-not-in-graph',
      'Xiangqi positions are not stored in the graph: ask the adjudicator about them.',
    );
  return refuse('unknown-variant', `The variant is one of ${VARIANT_NAMES.join(', ')}.`);
};

/** Variant of a door that needs no graph: rules and adjudication. Refuses `unknown-variant`. */
export const parseRulesVariant = (name: string | undefined): Result<RulesVariantName> => {
  if (name === undefined) return ok(DEFAULT_VARIANT);
  if (isRulesVariantName(name)) return ok(name);
  return refuse('unknown-variant', `The variant is one of ${RULES_VARIANT_NAMES.join(', ')}.`);
};

/** Value of `UCI_Variant` that makes an engine play this variant. */
export const uciVariant = (variant: RulesVariantName): string => VARIANTS[variant].uciVariant;
