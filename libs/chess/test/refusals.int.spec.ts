import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  comparePlies,
  openableWalk,
  parsePosition,
  parseVariant,
  pgnLine,
  play,
  readPgn,
  runRule,
  START_FEN,
  walkLine,
  type Refusal,
  type Result,
  type RulesVariantName,
} from '../src/index.js';
import { at, take } from './positions.js';

type Row = readonly [code: string, what: string, refused: () => Result<unknown>, sentence: string];

const SIDE = 'r3k2r/8/8/8/8/8/8/R3K2R';
const KINGS = '4k4/9/9/9/9/9/9/9/9/4K4';
const DANCE = ['g1f3', 'g8f6', 'f3g1', 'f6g8'];
const danceOf = (rounds: number) => Array.from({ length: rounds }, () => DANCE).flat();

const fen = (variant: RulesVariantName, text: string) => () => parsePosition(variant, text);
const board = (variant: RulesVariantName, men: string) => fen(variant, `${men} w - -`);
const start = at('chess', START_FEN.chess);

const pgn =
  (text: string, context = {}) =>
  () => {
    const [game] = readPgn(text);
    return game ? pgnLine(game, context) : runRuleResult('line', { pgn: text });
  };

/** Refusal of an operation, where only the command refuses. */
const runRuleResult = (op: string, input: unknown): Result<unknown> => {
  const answer = runRule(op, input);
  return 'error' in answer ? { ok: false, error: answer.error as Refusal } : { ok: true, value: answer };
};

const COUNTER_5 = 'The fifth field, the half-move counter, is a number of one to four digits.';
const COUNTER_6 = 'The sixth field, the move number, is a number of one to four digits.';
const FIELDS =
  'A FEN has four to six fields: board, side to move, castling rights, en-passant square, counters.';
const BOARD =
  'The board needs eight ranks of eight squares, with the letters PNBRQK pnbrqk and digits 1 to 8.';
const XIANGQI_BOARD =
  'The board needs ten ranks of nine points, with the letters KABNRCP kabnrcp (E for B, H for N) and digits 1 to 9.';
const KINGS_RULE = 'Each side has exactly one king; in Atomic the side to move may have lost its own.';
const MATERIAL =
  'A side has more men than sixteen, or more pieces than its missing pawns can have become: take some off.';
const CHECK = 'The side that is not to move stands in check: give it the move, or correct the board.';
const CASTLING = 'The third field holds the castling rights: letters of KQkq, or -.';
const EP = 'The fourth field is the en-passant square on rank 3 or 6, or -.';

/** Every refusal with a text that gets it and the sentence that says what to do. */
const ROWS: readonly Row[] = [
  [
    'FEN_CHARACTERS',
    'a tab',
    fen('chess', `${SIDE}\tw - -`),
    'A FEN consists of printable ASCII characters and blanks.',
  ],
  [
    'FEN_TOO_LONG',
    '129 characters',
    fen('chess', `${SIDE} w - -${' '.repeat(102)}0 1`),
    'A FEN has at most 128 characters.',
  ],
  ['FEN_FIELDS', 'three fields, whose rights are unknown', fen('chess', `${SIDE} w KQkq`), FIELDS],
  ['FEN_FIELDS', 'seven fields', fen('atomic', `${SIDE} w - - 0 1 0`), FIELDS],
  [
    'FEN_FIELDS',
    'a xiangqi FEN of three',
    fen('xiangqi', `${KINGS} w -`),
    'A xiangqi FEN has two or four to six fields: board, side to move, -, -, counters.',
  ],
  ['FEN_BOARD', 'a pocket', board('chess', `${SIDE}[Q]`), BOARD],
  ['FEN_BOARD', 'a trailing slash', board('chess', `${SIDE}/`), BOARD],
  ['FEN_BOARD', 'a promoted mark', board('chess', SIDE.replace('R3K', 'R~3K')), BOARD],
  ['FEN_BOARD', 'a rank of nine', board('atomic', SIDE.replace('/8/', '/9/')), BOARD],
  ['FEN_BOARD', 'a xiangqi board of nine ranks', board('xiangqi', KINGS.replace('/9/', '/')), XIANGQI_BOARD],
  [
    'FEN_TURN',
    'another side',
    fen('chess', `${SIDE} r - -`),
    'The second field, the side to move, is w or b.',
  ],
  [
    'FEN_TURN',
    'another side of xiangqi',
    fen('xiangqi', `${KINGS} x`),
    'The second field, the side to move, is w, r or b.',
  ],
  ['FEN_CASTLING', 'a letter that is no right', fen('chess', `${SIDE} w xQkq -`), CASTLING],
  [
    'FEN_CASTLING',
    'three rights of one side',
    fen('chess', `${SIDE} w ABH -`),
    'The third field names more than two castling rights of one side: write letters of KQkq.',
  ],
  [
    'FEN_CASTLING',
    'rights in xiangqi',
    fen('xiangqi', `${KINGS} w K -`),
    'The third field is -, because xiangqi has no castling rights.',
  ],
  ['FEN_EP', 'a square on rank 4', fen('chess', `${SIDE} w - e4`), EP],
  [
    'FEN_EP',
    'en passant in xiangqi',
    fen('xiangqi', `${KINGS} w - e3`),
    'The fourth field is -, because xiangqi has no en passant.',
  ],
  ['FEN_COUNTER', 'a check counter', fen('chess', `${SIDE} w - - +0+0 1`), COUNTER_5],
  ['FEN_COUNTER', 'five digits', fen('chess', `${SIDE} w - - 0 10000`), COUNTER_6],
  [
    'POS_EMPTY',
    'an empty board',
    board('chess', '8/8/8/8/8/8/8/8'),
    'The board is empty: put the two kings on it at least.',
  ],
  [
    'POS_EMPTY',
    'an empty xiangqi board',
    board('xiangqi', '9/9/9/9/9/9/9/9/9/9'),
    'The board is empty: put the two kings on it at least.',
  ],
  ['POS_KINGS', 'a second king', board('chess', '4k3/8/8/8/8/8/8/K3K3'), KINGS_RULE],
  ['POS_KINGS', 'a chess side without its king', board('chess', '4k3/8/8/8/8/8/8/8'), KINGS_RULE],
  ['POS_KINGS', 'an exploded king of the side not to move', board('atomic', '8/8/8/8/8/8/8/4K3'), KINGS_RULE],
  [
    'POS_KINGS',
    'a xiangqi king outside',
    board('xiangqi', KINGS.replace('4K4', 'K8')),
    'Each side has exactly one king, inside its palace.',
  ],
  ['POS_OPPOSITE_CHECK', 'a king that could be taken', board('chess', '4k3/8/8/8/8/8/8/K3R3'), CHECK],
  ['POS_OPPOSITE_CHECK', 'kings that touch in chess', board('chess', '8/8/8/8/8/8/3k4/4K3'), CHECK],
  [
    'POS_OPPOSITE_CHECK',
    'generals face to face',
    board('xiangqi', KINGS),
    'The side that is not to move stands in check, or the kings face each other on an open file: give it the move, or correct the board.',
  ],
  [
    'POS_PAWNS_ON_BACKRANK',
    'a pawn on the last rank',
    board('atomic', 'P3k3/8/8/8/8/8/8/4K3'),
    'A pawn stands on the first or the last rank: write the piece that it became.',
  ],
  ['POS_MATERIAL', 'nine pawns', board('chess', '4k3/8/8/8/8/P7/PPPPPPPP/4K3'), MATERIAL],
  ['POS_MATERIAL', 'eight pawns and two queens', board('atomic', '4k3/8/8/8/8/8/PPPPPPPP/Q2QK3'), MATERIAL],
  [
    'POS_ADVISORS',
    'an advisor outside',
    board('xiangqi', KINGS.replace('4K4', 'A3K4')),
    'A side has at most two advisors, on the five points of its palace that they reach.',
  ],
  [
    'POS_ELEPHANTS',
    'an elephant across the river',
    board('xiangqi', KINGS.replace('/9/', '/B8/')),
    'A side has at most two elephants, on the seven points of its half that they reach.',
  ],
  [
    'POS_HORSES',
    'three horses',
    board('xiangqi', KINGS.replace('/9/', '/NNN6/')),
    'A side has at most two horses.',
  ],
  [
    'POS_ROOKS',
    'three rooks',
    board('xiangqi', KINGS.replace('/9/', '/RRR6/')),
    'A side has at most two rooks.',
  ],
  [
    'POS_CANNONS',
    'three cannons',
    board('xiangqi', KINGS.replace('/9/', '/CCC6/')),
    'A side has at most two cannons.',
  ],
  [
    'POS_PAWNS',
    'a pawn behind its first rank',
    board('xiangqi', KINGS.replace('4K4', 'P3K4')),
    'A side has at most five pawns, never behind their first rank or beside their file before the river.',
  ],
  [
    'MOVE_ILLEGAL',
    'a move that is not legal',
    () => play(start, 'e2e5'),
    `e2e5 is not a legal move in ${start.key}: correct it, or stop before it.`,
  ],
  [
    'MOVE_ILLEGAL',
    'a move in SAN',
    () => play(start, 'Nf3'),
    'Nf3 is SAN: write the move in UCI, as in g1f3.',
  ],
  [
    'LINE_TOO_LONG',
    '1,001 plies',
    () => walkLine(start, [...danceOf(250), 'e2e4']),
    'A line has at most 1000 plies.',
  ],
  [
    'LINE_TOO_LONG',
    '201 plies to be opened',
    () => openableWalk(start, [...danceOf(50), 'e2e4']),
    'A line that is walked has at most 200 plies.',
  ],
  [
    'LINE_ENDED',
    'a move after the fifth occurrence',
    () => openableWalk(start, [...danceOf(4), 'e2e4']),
    'Ply 17: The position before it stood on the board for the fifth time, so the game is drawn: end the line there.',
  ],
  [
    'LINE_PLY',
    'a ply beyond the line',
    () => comparePlies(take(walkLine(start, [])), 0, 1),
    'The plies of this line are whole numbers from 0 to 0.',
  ],
  [
    'PGN_COMMENT',
    'an open comment',
    pgn('1. e4 {'),
    'A comment of this game has no closing brace: close it.',
  ],
  [
    'PGN_VARIATION',
    'an open variation',
    pgn('1. e4 (1. d4'),
    'A variation of this game has no closing parenthesis: close it.',
  ],
  [
    'PGN_VARIATION',
    'a bracket too many',
    pgn('1. e4 )'),
    'This game closes a comment or variation that it never opened: take the bracket out.',
  ],
  [
    'PGN_TAG',
    'a broken tag',
    pgn('[Event "A]\n\n1. e4'),
    'A tag of this game is not of the form [Name "value"]: write it so.',
  ],
  [
    'PGN_VARIANT',
    'another variant',
    pgn('[Variant "Atomic"] *', { variant: 'chess' }),
    "The Variant tag says atomic, but chess was asked for: ask for the game's own.",
  ],
  [
    'PGN_FEN',
    'another start',
    pgn(`[FEN "${SIDE} w - - 0 1"] *`, { fen: START_FEN.chess }),
    'The FEN tag of the game is another position than the FEN asked for: leave one of them out.',
  ],
  ['PGN_EMPTY', 'no game at all', pgn('\n'), 'The text holds no game.'],
  ['unknown-variant', 'another game', () => parseVariant('shogi'), 'The variant is one of atomic, chess.'],
  [
    'unknown-variant',
    'another game in a tag',
    pgn('[Variant "Crazyhouse"] *'),
    'The Variant tag of a game names chess or atomic.',
  ],
  [
    'variant-not-in-graph',
    'xiangqi in the graph',
    () => parseVariant('xiangqi'),
    'Xiangqi positions are not stored in the graph: ask the adjudicator about them.',
  ],
];

/** A guard for what chessops may come to refuse one day; no text gets it now. */
const UNREACHED = ['POS_VARIANT'];

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sources(path);
    return entry.name.endsWith('.ts') && !entry.name.includes('.spec.') ? [readFileSync(path, 'utf8')] : [];
  });
}

describe('a refusal', () => {
  it.each(ROWS)('%s: %s', (code, _what, refused, sentence) => {
    const answer = refused();
    expect(answer.ok || [answer.error.code, answer.error.message]).toEqual([code, sentence]);
  });

  it('is in the list above, whichever code it has', () => {
    const text = sources(join(__dirname, '../src')).join('\n');
    const written = [...text.matchAll(/'((?:FEN|POS|MOVE|LINE|PGN)_[A-Z_]+)'/g)].map(
      ([, code]) => code ?? '',
    );
    const listed = new Set([...ROWS.map(([code]) => code), ...UNREACHED]);
    expect(written.length).toBeGreaterThan(30);
    expect(written.filter((code) => !listed.has(code))).toEqual([]);
  });
});
