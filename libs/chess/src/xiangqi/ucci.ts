import type { Refusal } from '../result.js';

/** UCCI counts the ranks from 0 to 9, UCI from 1 to 10. */

const UCCI = /^([a-i])([0-9])([a-i])([0-9])$/;

export const toUcci = (uci: string): string => uci.replace(/(\d+)/g, (rank) => String(Number(rank) - 1));

/** UCI spelling of a move in UCCI coordinates, undefined when it is not of that form. */
export const fromUcci = (text: string): string | undefined =>
  UCCI.test(text) ? text.replace(/\d/g, (rank) => String(Number(rank) + 1)) : undefined;

/** The refusal of a line whose moves came in UCCI, naming the move of its ply as it was written. */
export const refusalInUcci = (error: Refusal, moves: readonly string[]): Refusal => {
  const uci = error.ply === undefined ? undefined : moves[error.ply - 1];
  return uci === undefined ? error : { ...error, message: error.message.replace(uci, toUcci(uci)) };
};
