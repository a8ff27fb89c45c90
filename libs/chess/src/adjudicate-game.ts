import type { Ruling } from './adjudicate.js';
import { judge } from './adjudicate.js';
import type { Claim } from './claims.js';
import { claimsOf } from './claims.js';
import { halfmovesOf } from './fen-text.js';
import type { RulesVariantName } from './identity.js';
import { AUTOMATIC_AT, CLAIMABLE_AT, walkLine } from './line.js';
import { parsePosition } from './position.js';
import type { Result } from './result.js';
import { ok } from './result.js';
import type { GameLaw, Side } from './variant.js';
import { VARIANTS } from './variants.js';

export type GameVerdict = Ruling['verdict'] | 'claimable';

/** What stands after one ply; ply 0 is the start. */
export interface GamePly {
  readonly ply: number;
  readonly uci: string | null;
  readonly san: string | null;
  readonly verdict: GameVerdict;
  readonly rule: string | null;
  /** The side that `lost`, else null. */
  readonly loser: Side | null;
  readonly result: '1-0' | '0-1' | '1/2-1/2' | '*';
  /** What was looked at and is not judged. */
  readonly note: string | null;
}

/** A game judged ply by ply to its end, also past a verdict. */
export interface GameReport {
  readonly variant: RulesVariantName;
  readonly plies: readonly GamePly[];
  /** Draws that the side to move of the last position may claim by announcing a move; none when the game has ended. */
  readonly claims: readonly Claim[];
}

interface Finding {
  readonly verdict: GameVerdict;
  readonly rule: string | null;
  readonly loser?: Side;
  readonly note?: string;
}

/** What the laws of a game look at, index = ply. */
interface History {
  readonly law: GameLaw;
  readonly keys: readonly string[];
  readonly turns: readonly Side[];
  /** Whether the side to move stands in check. */
  readonly checks: readonly boolean[];
  /** Plies since the last capture or, where it counts, pawn's move. */
  readonly counters: readonly number[];
  readonly occurrences: readonly number[];
}

const CHASE = 'Third occurrence without perpetual check; whether one side chases is not judged.';

const byClaims = (occurrence: number): Finding | null => {
  if (occurrence >= AUTOMATIC_AT) return { verdict: 'draw', rule: 'fivefold-repetition' };
  return occurrence >= CLAIMABLE_AT ? { verdict: 'claimable', rule: 'threefold-repetition' } : null;
};

/** Ply of the occurrence before the last two, where the cycle that is judged begins. */
const cycleStart = (keys: readonly string[], ply: number): number => {
  const earlier = keys.slice(0, ply).flatMap((key, at) => (key === keys[ply] ? [at] : []));
  return earlier[earlier.length + 1 - CLAIMABLE_AT] ?? 0;
};

/** Whether every move of the cycle that `side` answered was a check. */
const isAlwaysChecked = ({ turns, checks }: History, from: number, to: number, side: Side): boolean =>
  checks.every((isCheck, ply) => ply <= from || ply > to || turns[ply] !== side || isCheck);

/** Source: positions.md, "The adjudicator", step 2, xiangqi. */
const byPerpetualCheck = (history: History, ply: number): Finding | null => {
  const { keys, occurrences } = history;
  if ((occurrences[ply] ?? 0) < CLAIMABLE_AT) return null;
  const start = cycleStart(keys, ply);
  const redIsChecked = isAlwaysChecked(history, start, ply, 'white');
  const blackIsChecked = isAlwaysChecked(history, start, ply, 'black');
  if (redIsChecked && blackIsChecked) return { verdict: 'draw', rule: 'mutual-perpetual-check' };
  if (!redIsChecked && !blackIsChecked) return { verdict: 'undecided', rule: null, note: CHASE };
  return { verdict: 'lost', rule: 'perpetual-check', loser: redIsChecked ? 'black' : 'white' };
};

const byMoveRule = ({ law, counters }: History, ply: number): Finding | null => {
  const rule = law.moveRules.find(({ plies }) => (counters[ply] ?? 0) >= plies);
  return rule === undefined ? null : { verdict: rule.verdict, rule: rule.rule };
};

const isAutomatic = ({ verdict }: Pick<Finding, 'verdict'>): boolean =>
  verdict === 'draw' || verdict === 'lost';

/**
 * The first rule that ends the game, in the order of positions.md, "The adjudicator"; where none does, the
 * first one that says anything. A claim is only offered, so it never hides a draw that needs none.
 */
const firstOf = (findings: readonly Finding[]): Finding =>
  findings.find(isAutomatic) ??
  findings.find(({ verdict }) => verdict !== 'undecided') ??
  findings.find(({ note }) => note !== undefined) ?? { verdict: 'undecided', rule: null };

const judgePly = (history: History, ply: number, ruling: Ruling): Finding => {
  const { verdict, rule, level } = ruling;
  const turn = history.turns[ply] ?? 'white';
  const alone: Finding = verdict === 'lost' ? { verdict, rule, loser: turn } : { verdict, rule };
  if (level === 'terminal') return alone;
  const isClaims = history.law.repetition === 'claims';
  const repetition = isClaims ? byClaims(history.occurrences[ply] ?? 1) : byPerpetualCheck(history, ply);
  const findings = [repetition, byMoveRule(history, ply), alone].filter((finding) => finding !== null);
  const note = findings.find((finding) => finding.note !== undefined)?.note;
  return note === undefined ? firstOf(findings) : { ...firstOf(findings), note };
};

const resultOf = ({ verdict, loser }: Finding): GamePly['result'] => {
  if (verdict === 'draw') return '1/2-1/2';
  if (verdict !== 'lost') return '*';
  return loser === 'white' ? '0-1' : '1-0';
};

/** Counters of every ply, that of the start read from its FEN. */
const countersOf = (fen: string, restarts: readonly boolean[]): number[] => {
  let counter = halfmovesOf(fen);
  return restarts.map((isRestart, ply) => {
    if (ply > 0) counter = isRestart ? 0 : counter + 1;
    return counter;
  });
};

/** Judges a game after every move. Refuses what `parsePosition` and `walkLine` refuse. */
export const adjudicateGame = (
  variant: RulesVariantName,
  fen: string,
  moves: readonly string[],
): Result<GameReport> => {
  const start = parsePosition(variant, fen);
  if (!start.ok) return start;
  const walk = walkLine(start.value, moves);
  if (!walk.ok) return walk;
  const { plies, positions } = walk.value;
  const restarts = plies.map(
    ({ uci }, ply) => uci !== null && (positions[ply - 1]?.state.restartsCounter(uci) ?? false),
  );
  const history: History = {
    law: VARIANTS[variant].law,
    keys: walk.value.keys,
    occurrences: walk.value.occurrence,
    turns: positions.map(({ state }) => state.turn),
    checks: positions.map(({ state }) => state.isCheck()),
    counters: countersOf(fen, restarts),
  };
  const judged = positions.map((position, ply): GamePly => {
    const finding = judgePly(history, ply, judge(position));
    return {
      ply,
      uci: plies[ply]?.uci ?? null,
      san: plies[ply]?.san ?? null,
      verdict: finding.verdict,
      rule: finding.rule,
      loser: finding.loser ?? null,
      result: resultOf(finding),
      note: finding.note ?? null,
    };
  });
  const hasEnded = judged.slice(-1).some(isAutomatic);
  const claims = hasEnded ? [] : claimsOf(walk.value, history.counters[plies.length - 1] ?? 0);
  return ok({ variant, plies: judged, claims });
};
