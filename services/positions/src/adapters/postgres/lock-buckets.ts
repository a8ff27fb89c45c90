/** A pass may have 32 lines of 256 plies: more positions than one transaction may lock one by one. */
export const lockBuckets = 512;
