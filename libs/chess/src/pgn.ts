import type { Refusal } from './result.js';

/** One game of a PGN text as it stands there: tags and main line, unread. */
export interface PgnGame {
  readonly tags: ReadonlyMap<string, string>;
  /** Move texts of the main line, SAN or UCI, without numbers, comments, variations and marks. */
  readonly moves: readonly string[];
  /** Why the text of this game cannot be trusted, null when it can. */
  readonly fault: Refusal | null;
}

const TAG = /^\s*\[\s*([A-Za-z0-9_]+)\s+"((?:[^"\\]|\\.)*)"\s*\]/;

/** A tag alone on its line whose value was written as it is, with quotes or a backslash that nobody escaped. */
const RAW_TAG = /^\s*\[\s*([A-Za-z0-9_]+)\s+"((?:(?!"\s*\]).)*)"\s*\]\s*$/;

/** The first tag of every export: a comment that runs into one was never closed. */
const NEXT_GAME = /^\[Event\s+"/;

/** Pieces of movetext: brace, line comment, parenthesis, numeric mark, or a word. */
const PIECE = /[{;()]|\$\d*|[^\s{};()$]+|\}/g;

const RESULT = /^(?:1[-–—]0|0[-–—]1|1\/2(?:[-–—]1\/2)?|½(?:[-–—]½)?|\*)$/;

const MOVE_NUMBER = /^(?:\d+(?:[.…]+|$)|[.…]+)/;

/** A sign behind a move, or alone, marks a check or an evaluation, as `+`, `!?` or `±`; a control character is none. */
const MARKS = /[^\p{L}\p{N}\p{C}]+$/u;

/** A null move as programs write it: to skip one would give the rest to the other side. */
const NULL_MOVE = /^(?:0000|[-–—−]+|@@@@|<>)$/;

const EN_PASSANT = /e\.?p$/;

/** More letters than any move has. What looks for marks behind a word would take for ever over a longer one. */
const MAX_WORD = 40;

const fault = (code: string, message: string): Refusal => ({ code, message });

const UNCLOSED_COMMENT = fault('PGN_COMMENT', 'A comment of this game has no closing brace: close it.');
const UNCLOSED_VARIATION = fault(
  'PGN_VARIATION',
  'A variation of this game has no closing parenthesis: close it.',
);
const STRAY_BRACKET = fault(
  'PGN_VARIATION',
  'This game closes a comment or variation that it never opened: take the bracket out.',
);
const BAD_TAG = fault('PGN_TAG', 'A tag of this game is not of the form [Name "value"]: write it so.');

/** The move that a word of movetext holds, empty where it holds none. */
const plainWord = (word: string): string => {
  if (word.length > MAX_WORD || NULL_MOVE.test(word)) return word;
  return word.startsWith('$') ? '' : word.replace(MOVE_NUMBER, '').replace(MARKS, '').replace(EN_PASSANT, '');
};

/** What the tag stands for is decided later; a line that holds several is read by the strict form only. */
const tagOf = (text: string): RegExpExecArray | null => TAG.exec(text) ?? RAW_TAG.exec(text);

/**
 * Reads PGN line by line and gives games as they end. chessops' own reader is not used: it skips whatever it
 * cannot read, and a skipped move makes another game of the rest; it also ends a game at an empty line.
 */
export class PgnReader {
  #tags = new Map<string, string>();
  #moves: string[] = [];
  #fault: Refusal | null = null;
  #isOpen = false;
  #isInMoves = false;
  #isInComment = false;
  #depth = 0;

  /** Games that end in this line. */
  line(text: string): PgnGame[] {
    const line = text.replace(/^\uFEFF/, '');
    if (this.#isInComment && !NEXT_GAME.test(line)) return this.#movetext(line);
    if (line.startsWith('%')) return [];
    return this.#tagsAndMoves(line);
  }

  /** The game that ends with the text. */
  end(): PgnGame[] {
    return this.#isOpen ? [this.#close()] : [];
  }

  /** Marks the game being read as one that cannot be trusted; the first mark stays. */
  refuse(reason: Refusal): void {
    this.#isOpen = true;
    this.#fault ??= reason;
  }

  #tagsAndMoves(line: string): PgnGame[] {
    const games: PgnGame[] = [];
    let rest = line;
    for (let tag = tagOf(rest); tag !== null; tag = tagOf(rest)) {
      if (this.#isInMoves) games.push(this.#close());
      this.#isOpen = true;
      this.#tags.set(tag[1] ?? '', (tag[2] ?? '').replace(/\\(["\\])/g, '$1'));
      rest = rest.slice(tag[0].length);
    }
    if (/^\s*\[/.test(rest)) {
      this.refuse(BAD_TAG);
      return games;
    }
    return [...games, ...this.#movetext(rest)];
  }

  #movetext(line: string): PgnGame[] {
    const games: PgnGame[] = [];
    let at = 0;
    while (at < line.length) {
      if (this.#isInComment) {
        at = this.#skipComment(line, at);
        continue;
      }
      PIECE.lastIndex = at;
      const piece = PIECE.exec(line)?.[0];
      if (piece === undefined || piece === ';') break;
      at = PIECE.lastIndex;
      if (this.#piece(piece)) games.push(this.#close());
    }
    return games;
  }

  #skipComment(line: string, from: number): number {
    const end = line.indexOf('}', from);
    this.#isInComment = end < 0;
    return end < 0 ? line.length : end + 1;
  }

  /** True when the piece ends the game. */
  #piece(piece: string): boolean {
    this.#isOpen = true;
    this.#isInMoves = true;
    if (piece === '{') this.#isInComment = true;
    else if (piece === '(') this.#depth++;
    else if (piece === '}' || (piece === ')' && this.#depth === 0)) this.refuse(STRAY_BRACKET);
    else if (piece === ')') this.#depth--;
    else if (this.#depth === 0) return this.#word(piece);
    return false;
  }

  #word(word: string): boolean {
    if (RESULT.test(word)) return true;
    const move = plainWord(word);
    if (move !== '') this.#moves.push(move);
    return false;
  }

  #close(): PgnGame {
    if (this.#isInComment) this.refuse(UNCLOSED_COMMENT);
    if (this.#depth > 0) this.refuse(UNCLOSED_VARIATION);
    const game = { tags: this.#tags, moves: this.#moves, fault: this.#fault };
    this.#tags = new Map();
    this.#moves = [];
    this.#fault = null;
    this.#isOpen = this.#isInMoves = this.#isInComment = false;
    this.#depth = 0;
    return game;
  }
}

/** Every game of a PGN text, in order. */
export const readPgn = (text: string): PgnGame[] => {
  const reader = new PgnReader();
  const games = text.split(/\r\n|\n|\r/).flatMap((line) => reader.line(line));
  return [...games, ...reader.end()];
};
