import type { PositionKey, RulesVariantName, VariantName } from './identity.js';
import { children, normaliseUci } from './play.js';
import type { ChessPosition, RulesPosition } from './position.js';
import type { Result } from './result.js';
import { atPly, ok, refuse } from './result.js';
import { VARIANTS } from './variants.js';
import { terminal } from './verdict.js';

export const MAX_REPORT_PLIES = 1000;
export const MAX_WALK_PLIES = 200;

/** Occurrences at which the player to move may claim a draw, and at which the game ends. Source: F. */
export const CLAIMABLE_AT = 3;
export const AUTOMATIC_AT = 5;

/** One position of a line; ply 0 is the start, where `uci` and `san` are null. */
export interface LinePly {
  readonly uci: string | null;
  readonly san: string | null;
  readonly key: PositionKey;
  /** How often this position has stood on the board in this line, this time included. */
  readonly occurrence: number;
  readonly repetition: boolean;
  readonly claimable: boolean;
  readonly automatic: boolean;
}

/** A walked line. Plies count from the start = 0; null where it never happens. Source: positions.md, "Lines". */
export interface LineWalk<V extends RulesVariantName = VariantName> {
  readonly plies: readonly LinePly[];
  readonly positions: readonly ChessPosition<V>[];
  readonly keys: readonly PositionKey[];
  readonly occurrence: readonly number[];
  readonly firstReturnPly: number | null;
  readonly threefoldPly: number | null;
  readonly fivefoldPly: number | null;
  readonly crossingPly: number | null;
  /** True when the rules end the game at the last position. */
  readonly terminal: boolean;
  readonly last: ChessPosition<V>;
}

/** Whether a repetition is drawn by claim; in xiangqi it may be lost instead. */
const isDrawnByClaim = (variant: RulesVariantName): boolean => VARIANTS[variant].law.repetition === 'claims';

type Counts = Map<PositionKey, number>;

const recordPly = (
  counts: Counts,
  { key, variant }: RulesPosition,
  move: { uci: string; san: string } | null,
): LinePly => {
  const occurrence = (counts.get(key) ?? 0) + 1;
  counts.set(key, occurrence);
  return {
    uci: move?.uci ?? null,
    san: move?.san ?? null,
    key,
    occurrence,
    repetition: occurrence > 1,
    claimable: isDrawnByClaim(variant) && occurrence >= CLAIMABLE_AT,
    automatic: isDrawnByClaim(variant) && occurrence >= AUTOMATIC_AT,
  };
};

const firstPlyAt = (plies: readonly LinePly[], occurrence: number): number | null => {
  const ply = plies.findIndex((entry) => entry.occurrence >= occurrence);
  return ply < 0 ? null : ply;
};

const summarise = <V extends RulesVariantName>(
  plies: readonly LinePly[],
  positions: readonly [ChessPosition<V>, ...ChessPosition<V>[]],
): LineWalk<V> => {
  const last = positions[positions.length - 1] ?? positions[0];
  return {
    plies,
    positions,
    keys: plies.map(({ key }) => key),
    occurrence: plies.map(({ occurrence }) => occurrence),
    firstReturnPly: firstPlyAt(plies, 2),
    threefoldPly: firstPlyAt(plies, CLAIMABLE_AT),
    fivefoldPly: firstPlyAt(plies, AUTOMATIC_AT),
    crossingPly: firstPlyAt(plies, 2),
    terminal: terminal(last) !== null,
    last,
  };
};

/** Walks to the end of the moves, past any repetition; refuses `MOVE_ILLEGAL` with its ply and `LINE_TOO_LONG`. */
export const walkLine = <V extends RulesVariantName>(
  start: ChessPosition<V>,
  moves: readonly string[],
): Result<LineWalk<V>> => {
  if (moves.length > MAX_REPORT_PLIES)
    return refuse('LINE_TOO_LONG', `A line has at most ${MAX_REPORT_PLIES} plies.`);
  const counts: Counts = new Map();
  const plies = [recordPly(counts, start, null)];
  const positions: [ChessPosition<V>, ...ChessPosition<V>[]] = [start];
  let position = start;
  for (const [index, move] of moves.entries()) {
    const uci = normaliseUci(position, move);
    if (!uci.ok) return atPly(uci.error, index + 1);
    const notation = position.state.san(uci.value);
    position = position.after(uci.value);
    positions.push(position);
    plies.push(recordPly(counts, position, { uci: uci.value, san: notation }));
  }
  return ok(summarise(plies, positions));
};

/**
 * Moves with which the side to move may claim a draw: they bring the third occurrence onto the board. Source: F.
 * After a fifth one the game has ended, and there is nothing to claim.
 */
export const claimableMoves = (walk: LineWalk<RulesVariantName>): string[] => {
  if (!isDrawnByClaim(walk.last.variant) || walk.fivefoldPly !== null) return [];
  const counts = new Map(walk.plies.map(({ key, occurrence }) => [key, occurrence]));
  return [...children(walk.last)]
    .filter(({ child }) => (counts.get(child.key) ?? 0) + 1 >= CLAIMABLE_AT)
    .map(({ uci }) => uci);
};
