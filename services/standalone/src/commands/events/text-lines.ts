import type { FileHandle } from 'node:fs/promises';

/** The longest event is some kilobytes long. */
const mostBytes = 16_000_000;
const lineFeed = 0x0a;

const textOf = (parts: readonly Buffer[]) => Buffer.concat(parts).toString('utf8').replace(/\r$/, '');

/** The lines of a file from its start on; only a line feed ends one. Throws where one is longer than 16 MB. */
export async function* textLines(handle: FileHandle): AsyncGenerator<string> {
  let [parts, length]: [Buffer[], number] = [[], 0];
  const chunks = handle.createReadStream({ start: 0, autoClose: false }) as AsyncIterable<Buffer>;
  for await (const chunk of chunks) {
    let from = 0;
    for (let at = chunk.indexOf(lineFeed); at >= 0; at = chunk.indexOf(lineFeed, from)) {
      yield textOf([...parts, chunk.subarray(from, at)]);
      [parts, length, from] = [[], 0, at + 1];
    }
    parts.push(chunk.subarray(from));
    length += chunk.length - from;
    if (length > mostBytes) throw new Error(`it is longer than ${mostBytes / 1_000_000} MB`);
  }
  if (length > 0) yield textOf(parts);
}
