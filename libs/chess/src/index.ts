export type { Adjudication, Ruling } from './adjudicate.js';
export { adjudicate, assumptionsOf, judge } from './adjudicate.js';
export type { GamePly, GameReport, GameVerdict } from './adjudicate-game.js';
export { adjudicateGame } from './adjudicate-game.js';
export type { Claim } from './claims.js';
export { claimsOf } from './claims.js';
export type { Explanation } from './explain.js';
export { comparePlies, explainDifferences } from './explain.js';
export { splitGame } from './game-text.js';
export type { PositionId, PositionKey, RulesVariantName, VariantName } from './identity.js';
export {
  CANONICAL_VERSION,
  isRulesVariantName,
  isVariantName,
  makeId,
  RULES_VARIANT_NAMES,
  splitId,
  VARIANT_NAMES,
} from './identity.js';
export type { LinePly, LineWalk } from './line.js';
export { claimableMoves, MAX_REPORT_PLIES, MAX_WALK_PLIES, walkLine } from './line.js';
export {
  isMateScore,
  MATE_CP,
  MAX_CP,
  MAX_MATE_PLIES,
  movesToMate,
  pliesToMate,
  scoreOfMate,
} from './mate-score.js';
export type { PgnContext, PgnLine } from './pgn-line.js';
export { pgnLine } from './pgn-line.js';
export type { PgnGame } from './pgn.js';
export { PgnReader, readPgn } from './pgn.js';
export type { ChildMove } from './play.js';
export { children, legalMoves, normaliseUci, perft, play, san } from './play.js';
export type { ChessPosition, RulesPosition } from './position.js';
export { parsePosition, positionFromId } from './position.js';
export type { Refusal, Result } from './result.js';
export type { RuleAnswer } from './rule-command.js';
export { runRule } from './rule-command.js';
export type { Difference } from './same.js';
export { differences, same } from './same.js';
export type { ShownPlies } from './stored-line.js';
export { returnPly, shownPlies } from './stored-line.js';
export type { EndReason, Material, Side, Terminal } from './variant.js';
export { parseRulesVariant, parseVariant, START_FEN, uciVariant } from './variants.js';
export type { GameEnd, Verdict } from './verdict.js';
export { end, material, terminal, verdict } from './verdict.js';
export type { OpenableWalk } from './walk.js';
export { openableWalk } from './walk.js';
export { fromUcci, refusalInUcci, toUcci } from './xiangqi/ucci.js';
