import { open, realpath, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? String(error);

/** What is no file would be put out of its place by the finished one: a device, or a folder that then cannot be. */
async function refuseOtherThanFile(file: string): Promise<void> {
  const found = await stat(file).catch(() => null);
  if (found === null || found.isFile()) return;
  throw new Error(`${file} is no file: give the name of one, or - for standard output.`);
}

function openDraft(draft: string, file: string): Promise<FileHandle> {
  return open(draft, 'wx', 0o600).catch((error: unknown) => {
    const reason = codeOf(error) === 'ENOENT' ? 'its folder is not there' : codeOf(error);
    throw new Error(`${file} cannot be written (${reason}): give a place that can.`, { cause: error });
  });
}

/**
 * Writes a file under another name until it is whole and on the disk: a file that is there is a file that can be
 * imported. Readable for its owner alone. Throws one sentence where it cannot be written; the draft then goes.
 */
export async function toFile<T>(name: string, fill: (out: Writable) => Promise<T>): Promise<T> {
  // What a link leads to is written, and the link stays.
  const file = await realpath(name).catch(() => name);
  await refuseOtherThanFile(file);
  // Of this process alone: two at a time would put half of one under the name of the other.
  const draft = `${file}.${process.pid}.part`;
  const out = (await openDraft(draft, file)).createWriteStream({ flush: true });
  // Told where it is written to next; nobody may be listening when it happens.
  out.on('error', () => undefined);
  try {
    const filled = await fill(out);
    out.end();
    await finished(out);
    await rename(draft, file);
    return filled;
  } catch (error) {
    out.destroy();
    await rm(draft, { force: true });
    throw out.errored ? unwritten(file, out.errored) : error;
  }
}

function unwritten(file: string, cause: Error): Error {
  return new Error(`${file} could not be written (${codeOf(cause)}).`, { cause });
}
