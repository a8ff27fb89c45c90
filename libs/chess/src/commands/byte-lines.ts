import type { Refusal } from '../result.js';

/** A line of input; one that cannot be taken has a fault, and as much of its text as may be shown. */
export interface InputLine {
  readonly text: string;
  readonly fault: Refusal | null;
}

export const MAX_LINE_BYTES = 1 << 20;

/** What is kept of a line that is too long. */
const KEPT_BYTES = 200;

const NEWLINE = 10;

const TOO_LONG: Refusal = {
  code: 'input-too-long',
  message: `A line of input has at most ${MAX_LINE_BYTES} bytes.`,
};
const BAD_UTF8: Refusal = { code: 'bad-utf8', message: 'A line of input is UTF-8.' };

const strict = new TextDecoder('utf-8', { fatal: true });
const lossy = new TextDecoder('utf-8');

const decodeStrictly = (bytes: Uint8Array): string | undefined => {
  try {
    return strict.decode(bytes);
  } catch {
    return undefined;
  }
};

const withoutReturn = (text: string): string => (text.endsWith('\r') ? text.slice(0, -1) : text);

const decodeLine = (bytes: Uint8Array): InputLine => {
  if (bytes.length > MAX_LINE_BYTES)
    return { text: lossy.decode(bytes.subarray(0, KEPT_BYTES)), fault: TOO_LONG };
  const text = decodeStrictly(bytes);
  if (text !== undefined) return { text: withoutReturn(text), fault: null };
  return { text: withoutReturn(lossy.decode(bytes)), fault: BAD_UTF8 };
};

const eachLine = (block: Uint8Array): InputLine[] => {
  const lines: InputLine[] = [];
  let from = 0;
  for (let end = block.indexOf(NEWLINE); end >= 0; end = block.indexOf(NEWLINE, from)) {
    lines.push(decodeLine(block.subarray(from, end)));
    from = end + 1;
  }
  return lines;
};

/** Lines of a block that ends with a newline. Decoding it in one piece is several times faster than line by line. */
const decodeBlock = (block: Uint8Array): InputLine[] => {
  const text = block.length > MAX_LINE_BYTES ? undefined : decodeStrictly(block);
  if (text === undefined) return eachLine(block);
  const lines = text.split('\n');
  lines.pop();
  return lines.map((line) => ({ text: withoutReturn(line), fault: null }));
};

const join = (pieces: readonly Uint8Array[]): Uint8Array => {
  const [only] = pieces;
  if (only !== undefined && pieces.length === 1) return only;
  const whole = new Uint8Array(pieces.reduce((size, piece) => size + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
};

/**
 * Cuts a byte stream into lines in bounded memory: of a line beyond `MAX_LINE_BYTES` nothing more is kept until
 * its newline comes. While skipping, the head of the line is all that is pending.
 */
export class ByteLines {
  #pending: Uint8Array[] = [];
  #size = 0;
  #isSkipping = false;

  push(chunk: Uint8Array): InputLine[] {
    const last = chunk.lastIndexOf(NEWLINE);
    if (last < 0) {
      this.#keep(chunk);
      return [];
    }
    const isSkipping = this.#isSkipping;
    const lines = isSkipping ? [this.#tooLong()] : [];
    const from = isSkipping ? chunk.indexOf(NEWLINE) + 1 : 0;
    const block = join([...this.#take(), chunk.subarray(from, last + 1)]);
    this.#keep(chunk.subarray(last + 1));
    return lines.concat(decodeBlock(block));
  }

  /** A last line without a newline. */
  end(): InputLine[] {
    if (this.#isSkipping) return [this.#tooLong()];
    const rest = join(this.#take());
    return rest.length > 0 ? [decodeLine(rest)] : [];
  }

  #keep(bytes: Uint8Array): void {
    if (this.#isSkipping || bytes.length === 0) return;
    this.#pending.push(bytes);
    this.#size += bytes.length;
    if (this.#size <= MAX_LINE_BYTES) return;
    const head = new Uint8Array(join(this.#take()).subarray(0, KEPT_BYTES));
    this.#pending = [head];
    this.#isSkipping = true;
  }

  #take(): Uint8Array[] {
    const pieces = this.#pending;
    this.#pending = [];
    this.#size = 0;
    return pieces;
  }

  #tooLong(): InputLine {
    this.#isSkipping = false;
    return { text: lossy.decode(join(this.#take())), fault: TOO_LONG };
  }
}
