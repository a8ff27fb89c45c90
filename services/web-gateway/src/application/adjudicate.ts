import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  adjudicate,
  adjudicateGame,
  assumptionsOf,
  fromUcci,
  judge,
  parsePosition,
  refusalInUcci,
  splitGame,
  toUcci,
  type GameReport,
  type RulesPosition,
  type RulesVariantName,
} from '@atomicdb/chess';
import { Rejected } from '@atomicdb/decider';
import type {
  AdjudicateAnswer,
  BatchItem,
  BatchVerdicts,
  GameVerdict,
  PositionVerdict,
} from '@atomicdb/rest';
import { accept, readLine, readPgnLine, rulesVariant, TextRefused, type LineCall } from './read-line';

export interface AdjudicateCall extends LineCall {
  /** FENs, or games as `FEN moves m1 m2 …`. */
  readonly batch?: readonly string[] | undefined;
  /** Spelling of xiangqi moves, in and out. */
  readonly coords?: 'uci' | 'ucci' | undefined;
}

/** What a call is read and answered with. */
interface Manner {
  readonly variant: RulesVariantName;
  readonly isUcci: boolean;
}

/** One FEN, one game, or a batch. Source: positions.md, "The adjudicator, for engine testers and arbiters". */
export async function adjudicateCall(call: AdjudicateCall): Promise<AdjudicateAnswer> {
  if (call.pgn !== undefined) return judgePgn(call);
  const manner = mannerOf(call);
  if (call.batch !== undefined) return judgeBatch(manner, call.batch);
  return call.moves === undefined
    ? verdictOf(manner, accept(parsePosition(manner.variant, call.fen ?? ''), 'fen'))
    : judgeGame(manner, call);
}

function mannerOf({ variant: name, coords }: AdjudicateCall): Manner {
  const variant = rulesVariant(name);
  if (coords === 'ucci' && variant !== 'xiangqi') {
    throw new Rejected('MOVE_COORDS', 'UCCI coordinates are those of xiangqi: leave coords out.', 'coords');
  }
  return { variant, isUcci: coords === 'ucci' };
}

function judgePgn(call: AdjudicateCall): GameVerdict {
  if (call.moves !== undefined) {
    throw new Rejected('PGN_MOVES', 'The moves are in the PGN: leave the field moves out.', 'moves');
  }
  const { start, fen, moves } = readPgnLine(call);
  return gameVerdict({ variant: start.variant, isUcci: false }, fen, moves, 'pgn');
}

function judgeGame(manner: Manner, call: LineCall): GameVerdict {
  const { fen, moves } = readLine(call, manner.variant);
  return gameVerdict(manner, fen, moves, 'moves');
}

function gameVerdict(
  { variant, isUcci }: Manner,
  fen: string,
  moves: readonly string[],
  field: string,
): GameVerdict {
  const { plies, claims } = isUcci
    ? judgeUcci(variant, fen, moves)
    : accept(adjudicateGame(variant, fen, moves), field);
  const spell = isUcci ? toUcci : (uci: string) => uci;
  return {
    variant,
    fen: accept(parsePosition(variant, fen), 'fen').fen,
    plies: plies.map((ply) => ({ ...ply, uci: ply.uci && spell(ply.uci) })),
    claims: claims.map(({ uci, rule }) => ({ uci: spell(uci), rule })),
    assumptions: [...assumptionsOf(variant)],
  };
}

function judgeUcci(variant: RulesVariantName, fen: string, written: readonly string[]): GameReport {
  const moves = readUcci(written);
  const report = adjudicateGame(variant, fen, moves);
  return report.ok ? report.value : accept({ ok: false, error: refusalInUcci(report.error, moves) }, 'moves');
}

function readUcci(moves: readonly string[]): string[] {
  return moves.map((move, index) => {
    const uci = fromUcci(move);
    if (uci !== undefined) return uci;
    const message = `Ply ${index + 1}: ${move.slice(0, 12)} is not a move in UCCI: write it as h2e2.`;
    throw new TextRefused({ code: 'MOVE_ILLEGAL', message, ply: index + 1 }, 'moves');
  });
}

function verdictOf({ variant, isUcci }: Manner, position: RulesPosition): PositionVerdict {
  const spell = isUcci ? toUcci : (uci: string) => uci;
  const { moves, safe, refutations, assumptions, ...ruling } = adjudicate(position);
  const pairs = Object.entries(refutations).map(([move, reply]) => [spell(move), spell(reply)] as const);
  return {
    variant,
    fen: position.fen,
    ...ruling,
    moves: moves.map(spell),
    safe: safe.map(spell),
    refutations: Object.fromEntries(pairs),
    assumptions: [...assumptions],
  };
}

async function judgeBatch(manner: Manner, batch: readonly string[]): Promise<BatchVerdicts> {
  const answers: BatchItem[] = [];
  for (const item of batch) {
    answers.push(judgeItem(manner, item));
    // Others are served between two items.
    await nextTurn();
  }
  const failed = answers.filter((answer) => 'error' in answer).length;
  return { variant: manner.variant, answers, assumptions: [...assumptionsOf(manner.variant)], failed };
}

function judgeItem(manner: Manner, item: string): BatchItem {
  try {
    const { fen, moves } = splitGame(item);
    return moves === undefined ? brief(manner, fen) : judgeGame(manner, { fen, moves });
  } catch (error) {
    if (!(error instanceof TextRefused)) throw error;
    const { code, message: detail, ply } = error;
    return { error: { code, detail, ...(ply === undefined ? {} : { ply }) } };
  }
}

/** The moves are looked at only where the verdict asks for it: a hundred looks would hold everybody up. */
function brief(manner: Manner, fen: string): BatchItem {
  const position = accept(parsePosition(manner.variant, fen), 'batch');
  const ruling = judge(position);
  const short = { variant: manner.variant, fen: position.fen, ...ruling, legal: position.legal };
  if (ruling.level !== 'check') return short;
  const { moves, safe, refutations } = verdictOf(manner, position);
  return { ...short, moves, safe, refutations };
}
