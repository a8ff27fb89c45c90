import { Readable, Writable } from 'node:stream';
import type { Io } from '../src/commands/io.js';

class Collected extends Writable {
  text = '';

  override _write(chunk: Buffer, _: BufferEncoding, done: () => void): void {
    this.text += chunk.toString('utf8');
    done();
  }
}

export interface Outcome {
  readonly code: number;
  readonly output: string;
  readonly errors: string;
}

/** Runs a command over pieces of input, and gives all it wrote. */
export const runOver = async (
  command: (io: Io) => Promise<number>,
  ...pieces: readonly (string | Buffer)[]
): Promise<Outcome> => {
  const [output, errors] = [new Collected(), new Collected()];
  const input = Readable.from(pieces.map((piece) => Buffer.from(piece)));
  const code = await command({ input, output, errors });
  return { code, output: output.text, errors: errors.text };
};
