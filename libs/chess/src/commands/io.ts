import { createReadStream } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import type { InputLine } from './byte-lines.js';
import { ByteLines } from './byte-lines.js';

/** The streams of a command. */
export interface Io {
  readonly input: Readable;
  readonly output: Writable;
  readonly errors: Writable;
}

export const processIo = (): Io => ({
  input: process.stdin,
  output: process.stdout,
  errors: process.stderr,
});

/** Exit codes of every command here. */
export const EXIT = { fine: 0, someLineFailed: 1, usage: 2 } as const;

/** Answers of one block are held back for at most this long, so that a pipe sees them as they are made. */
const HELD_MS = 20;

/** Writes text, waits while the reader is slow, and knows when it has gone. */
export class Output {
  readonly #stream: Writable;
  #isGone = false;
  #wake: (() => void) | undefined;

  constructor(stream: Writable) {
    this.#stream = stream;
    stream.on('drain', () => this.#wake?.());
    // A reader that has seen enough, as `head`, ends the work; it is no error of ours.
    stream.on('error', () => {
      this.#isGone = true;
      this.#wake?.();
    });
  }

  get isGone(): boolean {
    return this.#isGone;
  }

  async write(text: string): Promise<void> {
    if (text === '' || this.#isGone || this.#stream.write(text)) return;
    await new Promise<void>((resolve) => (this.#wake = resolve));
    this.#wake = undefined;
  }
}

const answerLines = async (
  lines: readonly InputLine[],
  output: Output,
  answer: (line: InputLine) => string,
): Promise<void> => {
  let held = '';
  let since = performance.now();
  for (const line of lines) {
    held += answer(line);
    if (performance.now() - since < HELD_MS) continue;
    await output.write(held);
    if (output.isGone) return;
    held = '';
    since = performance.now();
  }
  await output.write(held);
};

/** Answers every line in order, until the input ends or nobody reads on. */
export const pipeLines = async (
  input: Readable,
  output: Output,
  answer: (line: InputLine) => string,
): Promise<void> => {
  const lines = new ByteLines();
  for await (const chunk of input as AsyncIterable<Uint8Array>) {
    await answerLines(lines.push(chunk), output, answer);
    if (output.isGone) return;
  }
  await answerLines(lines.end(), output, answer);
};

/** The named file, or standard input where there is none or `-`. */
export const openInput = (file: string | undefined, { input }: Io): Readable =>
  file === undefined || file === '-' ? input : createReadStream(file);

/** Control characters and all but the beginning of a text are kept out of what is shown of it. */
export const shown = (text: string): string => text.slice(0, 200).replace(/\p{C}/gu, '?');

const hasCode = (error: unknown): error is { code: string; path?: string } =>
  typeof error === 'object' && error !== null && 'code' in error;

/** One sentence for an input that cannot be read. */
export const readFailure = (error: unknown): string => {
  if (!hasCode(error)) return 'The input cannot be read.';
  if (error.code !== 'ENOENT' || error.path === undefined) return `The input cannot be read (${error.code}).`;
  return `There is no file ${shown(error.path)}: give one that holds the lines, or pipe them in.`;
};
