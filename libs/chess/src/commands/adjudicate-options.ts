import { parseArgs } from 'node:util';
import type { RulesVariantName } from '../identity.js';
import { parseRulesVariant } from '../variants.js';

export const USAGE = `npm run --silent adjudicate -- [--variant NAME] [--json] [--game | --pgn] [--coords ucci] [FILE|-]

Says of positions what the rules say without search: won, lost, drawn for good, or undecided. Reads FENs, one a
line, and prints FEN, verdict and rule, separated by tabs. A line that cannot be read gets "error" and the
reason in its place. Exit code 0, 1 when a line failed, 2 for a wrong call.

  --variant NAME  atomic (the default), chess or xiangqi; with --pgn the tag of each game by default
  --game          each line is FEN moves m1 m2 … (or startpos moves …, or {"fen","moves"} as JSON); prints
                  game, ply, move, verdict, rule, result and note after every move, counters of the FEN read
  --pgn           the input is PGN, chess or atomic; prints as --game
  --json          one JSON object a line, with winning, safe and refuted moves and the assumptions made
  --coords ucci   xiangqi moves a0 to i9, in and out, instead of a1 to i10
  FILE            a file to read, or - for standard input (the default)

Verdicts: draw, lost and win-in-one for the side to move, claimable for a draw the side to move may claim,
undecided. Levels: terminal, dead (no play can decide it), check (no result lies deeper than one reply).
A xiangqi chase is not judged, scores are not read, and losses on time are not considered.
`;

export interface AdjudicateOptions {
  readonly variant: RulesVariantName | undefined;
  readonly mode: 'fen' | 'game' | 'pgn';
  readonly isJson: boolean;
  readonly isUcci: boolean;
  readonly isHelp: boolean;
  readonly file: string | undefined;
}

const flag = { type: 'boolean', default: false } as const;

const parse = (args: readonly string[]) =>
  parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      variant: { type: 'string' },
      coords: { type: 'string', default: 'uci' },
      json: flag,
      game: flag,
      pgn: flag,
      help: { ...flag, short: 'h' },
    },
  });

type Values = ReturnType<typeof parse>['values'];

/** Why the options do not go together, undefined when they do. */
const conflict = ({ variant, coords, game, pgn }: Values, files: number): string | undefined => {
  if (files > 1) return 'One file at a time.';
  if (game && pgn) return 'Either --game or --pgn.';
  if (coords !== 'uci' && coords !== 'ucci') return 'The coordinates are uci or ucci.';
  if (coords === 'ucci' && variant !== 'xiangqi') return 'UCCI coordinates are those of --variant xiangqi.';
  return pgn && variant === 'xiangqi' ? 'A PGN is read for chess and atomic.' : undefined;
};

const readVariant = ({ variant, pgn }: Values): RulesVariantName | undefined | Error => {
  if (pgn && variant === undefined) return undefined;
  const name = parseRulesVariant(variant);
  return name.ok ? name.value : new Error(name.error.message);
};

/** The options, or one sentence about what is wrong with them. */
export const readOptions = (args: readonly string[]): AdjudicateOptions | string => {
  try {
    const { values, positionals } = parse(args);
    const wrong = conflict(values, positionals.length);
    if (wrong !== undefined) return wrong;
    const variant = readVariant(values);
    if (variant instanceof Error) return variant.message;
    const mode = values.pgn ? 'pgn' : values.game ? 'game' : 'fen';
    const { json, coords, help } = values;
    return { variant, mode, isJson: json, isUcci: coords === 'ucci', isHelp: help, file: positionals[0] };
  } catch (error) {
    return error instanceof Error ? error.message : 'The call cannot be read.';
  }
};
