declare const nominal: unique symbol;

export const VARIANT_NAMES = ['atomic', 'chess'] as const;

export type VariantName = (typeof VARIANT_NAMES)[number];

/** The variants whose rules and adjudication are here; the graph holds all but xiangqi. */
export const RULES_VARIANT_NAMES = [...VARIANT_NAMES, 'xiangqi'] as const;

export type RulesVariantName = (typeof RULES_VARIANT_NAMES)[number];

/** Canonical key `board turn castling ep`, counters erased. Source: positions.md, "Identity". */
export type PositionKey = string & { readonly [nominal]: 'PositionKey' };

/** `variant:key`, the form that is stored and sent. */
export type PositionId = string & { readonly [nominal]: 'PositionId' };

/** Version of the identity rule, carried by every event: a changed rule is a replay that re-keys and merges. */
export const CANONICAL_VERSION = 1;

export const isVariantName = (name: string): name is VariantName =>
  (VARIANT_NAMES as readonly string[]).includes(name);

export const isRulesVariantName = (name: string): name is RulesVariantName =>
  (RULES_VARIANT_NAMES as readonly string[]).includes(name);

export const makeId = (variant: RulesVariantName, key: PositionKey): PositionId =>
  `${variant}:${key}` as PositionId;

/** Parts of an id this package made; throws on anything else. Untrusted text goes through `positionFromId`. */
export const splitId = (id: PositionId): { variant: VariantName; key: PositionKey } => {
  const colon = id.indexOf(':');
  const variant = id.slice(0, Math.max(colon, 0));
  if (!isVariantName(variant)) throw new TypeError(`not a position id: ${id}`);
  return { variant, key: id.slice(colon + 1) as PositionKey };
};
