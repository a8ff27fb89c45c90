/** What every command of the operator ends with, as its help names it. */
export const exitCodes = {
  done: 0,
  /** It could not be done, or not be looked at. */
  undone: 1,
  wrongUse: 2,
  /** It was looked at, and something is wrong, or came out otherwise than it was. */
  found: 3,
  interrupted: 130,
  terminated: 143,
} as const;

/**
 * The last lines of a command's `--help`.
 *
 * @param found what the command ends with 3 for
 */
export function exitCodesHelp(found: string): string {
  return `Exit code 0; 1 when it could not be done; 2 when the command is wrong; 3 when ${found};
130 or 143 when ctrl-C or SIGTERM broke it off.
`;
}
