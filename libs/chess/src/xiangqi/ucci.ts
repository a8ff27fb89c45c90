/** UCCI counts the ranks from 0 to 9, UCI from 1 to 10. */

const UCCI = /^([a-i])([0-9])([a-i])([0-9])$/;

export const toUcci = (uci: string): string => uci.replace(/(\d+)/g, (rank) => String(Number(rank) - 1));

/** UCI spelling of a move in UCCI coordinates, undefined when it is not of that form. */
export const fromUcci = (text: string): string | undefined =>
  UCCI.test(text) ? text.replace(/\d/g, (rank) => String(Number(rank) + 1)) : undefined;
