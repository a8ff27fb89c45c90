/** Services that write events, in the order of an export: what others refer to comes first. */
export const owners = ['accounts', 'positions', 'queue', 'analyses', 'backing'] as const;
export type StoreOwner = (typeof owners)[number];

/** Schemas of the product, those of the owners first. */
export const schemas = [...owners, 'attribution'] as const;
export type Schema = (typeof schemas)[number];

export const isOwner = (text: string): text is StoreOwner => (owners as readonly string[]).includes(text);
