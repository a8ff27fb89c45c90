import { createHash } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import { canonicalVersion, decodePayload, eventId, isEventType, ownerOf } from '@atomicdb/events';
import {
  fileFormat,
  formatVersion,
  readLine,
  toRecorded,
  type EventLine,
  type Foot,
  type Head,
  type RowLine,
} from './event-file';
import { isOwner } from './owners';
import { keptTables } from './stores';

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
  const handle = await open(file, 'r').catch((error: NodeJS.ErrnoException) => {
    throw new Error(`${file} cannot be read (${error.code}): give a file that export has written.`);
  });
  if ((await handle.stat()).isFile()) return handle;
  await handle.close();
  throw new Error(`${file} is no file: give one that export has written.`);
}

/** The lines of a file with their text. Throws DamagedFile at the first that cannot be read. */
export async function* linesOf(
  file: string,
  signal?: AbortSignal,
): AsyncGenerator<{ line: Line; text: string; number: number }> {
  const handle = await openFile(file);
  try {
    let number = 0;
    for await (const text of handle.readLines()) {
      signal?.throwIfAborted();
      number += 1;
      yield { line: readOrRefuse(file, number, text), text, number };
    }
  } finally {
    await handle.close();
  }
}

function readOrRefuse(file: string, number: number, text: string): Line {
  try {
    return kindOf(readLine(text));
  } catch (error) {
    throw new DamagedFile(file, number, error instanceof Error ? error.message : String(error));
  }
}

/** Reads a file from the first line to the last before anything of it is used. */
class FileCheck {
  private readonly hash = createHash('sha256');
  private readonly versions = new Map<string, number>();
  private readonly counts = new Map<string, number>();
  private events = 0;
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
    this.head = head;
  }

  private takeEvent(line: EventLine): void {
    const { owner, stream, version, type, schemaVersion } = line;
    if (this.rows > 0) throw new Error('an event comes after the rows');
    if (!isOwner(owner)) throw new Error(`no service ${String(owner)} writes events`);
    if (isEventType(type) && ownerOf(type) !== owner) throw new Error(`${owner} does not write ${type}`);
    const key = `${owner}/${stream}`;
    const next = (this.versions.get(key) ?? 0) + 1;
    if (version !== next) throw new Error(`${stream} has version ${version} where ${next} comes next`);
    if (line.eventId !== eventId(owner, stream, version))
      throw new Error(`its id is not that of ${stream}@${version}`);
    decodePayload(type, schemaVersion, toRecorded(line).payload);
    this.versions.set(key, version);
    this.counts.set(owner, (this.counts.get(owner) ?? 0) + 1);
    this.events += 1;
  }

  private takeRow({ owner, table }: RowLine): void {
    if (!isOwner(owner) || !keptTables(owner).includes(table))
      throw new Error(`${String(owner)} keeps no table ${table}`);
    this.rows += 1;
  }

  private takeFoot(foot: Foot): void {
    const sha256 = this.hash.digest('hex');
    if (foot.events !== this.events || foot.rows !== this.rows)
      throw new Error(
        `it counts ${foot.events} events and ${foot.rows} rows; there are ${this.events} and ${this.rows}`,
      );
    for (const [owner, count] of Object.entries(this.head?.events ?? {})) {
      const found = this.counts.get(owner) ?? 0;
      if (found !== count) throw new Error(`the head counts ${count} events of ${owner}; there are ${found}`);
    }
    if (foot.sha256 !== sha256)
      throw new Error(`the lines before it have SHA-256 ${sha256}, not ${foot.sha256}`);
    this.foot = foot;
  }
}

/** Throws DamagedFile with the first line that is wrong; gives head and foot of a whole file. */
export async function checkFile(file: string, signal?: AbortSignal): Promise<{ head: Head; foot: Foot }> {
  const check = new FileCheck();
  let last = 0;
  for await (const { line, text, number } of linesOf(file, signal)) {
    last = number;
    try {
      check.take(line, text);
    } catch (error) {
      throw new DamagedFile(file, number, error instanceof Error ? error.message : String(error));
    }
  }
  const { head, foot } = check;
  if (!head || !foot) throw new DamagedFile(file, last + 1, 'the file ends before its foot: it was cut off');
  return { head, foot };
}
