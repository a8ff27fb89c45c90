import { createHash } from 'node:crypto';
import { open, stat, type FileHandle } from 'node:fs/promises';
import { canonicalVersion } from '@atomicdb/events';
import { EventCheck } from './event-check';
import {
  fileFormat,
  formatVersion,
  readLine,
  type EventLine,
  type Foot,
  type Head,
  type RowLine,
} from './event-file';
import { footShape, headShape, rowShape, shaped } from './line-shapes';
import { owners } from './owners';
import { textLines } from './text-lines';

/** A file that cannot be taken: the line and the reason. */
export class DamagedFile extends Error {
  constructor(file: string, line: number, reason: string) {
    super(`${file}, line ${line}: ${reason}.`);
    this.name = 'DamagedFile';
  }
}

export type Line =
  | { readonly kind: 'head'; readonly head: Head }
  | { readonly kind: 'event'; readonly event: EventLine }
  | { readonly kind: 'row'; readonly row: RowLine }
  | { readonly kind: 'foot'; readonly foot: Foot };

function kindOf(value: Record<string, unknown>): Line {
  if ('format' in value) return { kind: 'head', head: value as unknown as Head };
  if ('eventId' in value) return { kind: 'event', event: value as unknown as EventLine };
  if ('table' in value) return { kind: 'row', row: value as unknown as RowLine };
  if ('end' in value) return { kind: 'foot', foot: value as unknown as Foot };
  throw new Error('it is neither head, event, row nor foot');
}

/** It is read more than once, which a pipe cannot be. */
async function openFile(file: string): Promise<FileHandle> {
  try {
    if ((await stat(file)).isFile()) return await open(file, 'r');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(`${file} cannot be read (${code}): give a file that export has written.`, {
      cause: error,
    });
  }
  throw new Error(`${file} is no file: give one that export has written.`);
}

/** The lines of a file with their text. Throws DamagedFile at the first that cannot be read. */
export async function* linesOf(
  file: string,
  signal?: AbortSignal,
): AsyncGenerator<{ line: Line; text: string; number: number }> {
  const handle = await openFile(file);
  let number = 1;
  try {
    for await (const text of textLines(handle)) {
      signal?.throwIfAborted();
      yield { line: kindOf(readLine(text)), text, number };
      number += 1;
    }
  } catch (error) {
    throw signal?.aborted === true ? error : damaged(file, number, error);
  } finally {
    await handle.close();
  }
}

function damaged(file: string, line: number, error: unknown): DamagedFile {
  return new DamagedFile(file, line, error instanceof Error ? error.message : String(error));
}

/** Reads a file from the first line to the last before anything of it is used. */
class FileCheck {
  private readonly hash = createHash('sha256');
  private readonly event = new EventCheck();
  private readonly withPassword = new Set<string>();
  private rows = 0;
  head: Head | null = null;
  foot: Foot | null = null;

  /** Throws what is wrong with the line. */
  take(line: Line, text: string): void {
    if (this.foot) throw new Error('it comes after the foot');
    if (!this.head && line.kind !== 'head') throw new Error('the file does not begin with its head');
    switch (line.kind) {
      case 'head':
        return this.add(text, () => this.takeHead(line.head));
      case 'event':
        return this.add(text, () => this.takeEvent(line.event));
      case 'row':
        return this.add(text, () => this.takeRow(line.row));
      case 'foot':
        return this.takeFoot(line.foot);
    }
  }

  private add(text: string, take: () => void): void {
    take();
    this.hash.update(`${text}\n`);
  }

  private takeHead(head: Head): void {
    if (this.head) throw new Error('it is a second head');
    if (head.format !== fileFormat) throw new Error('it is no file of events');
    if (head.formatVersion !== formatVersion)
      throw new Error(`it has format ${head.formatVersion}; this release reads format ${formatVersion}`);
    if (head.canonicalVersion !== canonicalVersion)
      throw new Error(
        `its keys follow identity rule ${head.canonicalVersion}, those of this release ${canonicalVersion}`,
      );
    this.head = shaped(headShape, head) as Head;
  }

  private takeEvent(line: EventLine): void {
    if (this.rows > 0) throw new Error('an event comes after the rows');
    this.event.take(line);
  }

  private takeRow(line: RowLine): void {
    const { row } = shaped(rowShape, line);
    const account = row.account_id;
    if (!this.event.accounts.has(account)) throw new Error(`no account ${account} is registered before it`);
    if (this.withPassword.has(account)) throw new Error(`it is a second one of account ${account}`);
    this.withPassword.add(account);
    this.rows += 1;
  }

  private takeFoot(foot: Foot): void {
    const sha256 = this.hash.digest('hex');
    const { events } = this.event;
    shaped(footShape, foot);
    if (foot.events !== events || foot.rows !== this.rows)
      throw new Error(
        `it counts ${foot.events} events and ${foot.rows} rows; there are ${events} and ${this.rows}`,
      );
    for (const owner of owners) {
      const [count, found] = [this.head?.events[owner], this.event.countOf(owner)];
      if (found !== count) throw new Error(`the head counts ${count} events of ${owner}; there are ${found}`);
    }
    if (foot.sha256 !== sha256)
      throw new Error(`the lines before it have SHA-256 ${sha256}, not ${foot.sha256}`);
    this.foot = foot;
  }
}

export interface Checked {
  readonly head: Head;
  readonly foot: Foot;
}

/** Throws DamagedFile with the first line that is wrong; gives head and foot of a whole file. */
export async function checkFile(file: string, signal?: AbortSignal): Promise<Checked> {
  const check = new FileCheck();
  let last = 0;
  for await (const { line, text, number } of linesOf(file, signal)) {
    last = number;
    try {
      check.take(line, text);
    } catch (error) {
      throw damaged(file, number, error);
    }
  }
  const { head, foot } = check;
  if (!head || !foot) throw new DamagedFile(file, last + 1, 'the file ends before its foot: it was cut off');
  return { head, foot };
}
