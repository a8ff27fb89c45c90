const FIRST_MS = 1_000;
const LONGEST_MS = 60_000;

/**
 * Milliseconds before the next attempt: doubled each time up to a minute, half of it by chance,
 * so that a fleet does not come back at one instant.
 *
 * @param failures attempts that failed in a row, from 1
 * @param chance 0 to 1
 */
export function backoffMs(failures: number, chance: number): number {
  const longest = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(failures - 1, 16));
  return Math.round(longest * (0.5 + chance / 2));
}
