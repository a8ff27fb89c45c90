import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { finished } from 'node:stream/promises';
import type { Writable } from 'node:stream';
import { releaseOf } from '../release';
import { withMadeProduct, withProduct } from './with-product';
import { findProduct } from '../find-product';
import { exportEvents } from './export';
import { importEvents } from './import';
import type { EventsCommand } from './parse-events';
import { restore } from './restore';
import { show } from './show';
import { tail } from './tail';
import { verify } from './verify';

export interface Streams {
  readonly out: Writable;
  /** What is not the answer itself. */
  readonly say: (line: string) => void;
}

/** Under another name until it is whole: a file that is there is a file that can be imported. Readable for its owner alone. */
async function toFile(file: string, fill: (out: Writable) => Promise<unknown>): Promise<void> {
  const draft = `${file}.part`;
  await mkdir(dirname(resolve(file)), { recursive: true });
  const out = createWriteStream(draft, { mode: 0o600 });
  try {
    await fill(out);
    out.end();
    await finished(out);
    await rename(draft, file);
  } catch (error) {
    out.destroy();
    await rm(draft, { force: true });
    throw error;
  }
}

async function runExport(
  command: EventsCommand & { verb: 'export' | 'import' },
  { out, say }: Streams,
): Promise<void> {
  const product = await findProduct(command.place);
  const fill = async (to: Writable) => {
    const { events, rows, sha256 } = await exportEvents(product, releaseOf(), to);
    say(`${events} events and ${rows} rows; SHA-256 ${sha256}`);
  };
  await (command.file === '-' ? fill(out) : toFile(command.file, fill));
}

async function runVerify(command: EventsCommand, { out }: Streams): Promise<number> {
  const { looked, faults } = await withMadeProduct(command.place, verify);
  if (command.json) out.write(`${JSON.stringify({ looked, faults })}\n`);
  else {
    for (const line of [...looked, ...faults.map((fault) => `FAULT ${fault}`)]) out.write(`${line}\n`);
    out.write(faults.length === 0 ? 'nothing is wrong\n' : `${faults.length} faults\n`);
  }
  return faults.length === 0 ? 0 : 1;
}

/** Runs one command; gives its exit code. */
export async function runEvents(
  command: EventsCommand,
  streams: Streams,
  signal: AbortSignal,
): Promise<number> {
  const { out, say } = streams;
  switch (command.verb) {
    case 'tail':
      await tail(await findProduct(command.place), command, out, signal);
      return 0;
    case 'show':
      if (await show(await findProduct(command.place), command.stream, command.json, out)) return 0;
      say(`No service has a stream ${command.stream}.`);
      return 1;
    case 'export':
      await runExport(command, streams);
      return 0;
    case 'import':
      await withProduct(command.place, async (product) => {
        const { written, skipped, rows } = await importEvents(product, command.file);
        say(`${written} events written, ${skipped} were there already, ${rows} rows`);
      });
      return 0;
    case 'verify':
      return runVerify(command, streams);
    case 'restore':
      await withProduct(command.place, async (product) => {
        const { events, places } = await restore(product);
        say(`${events} events numbered again, ${places} places of consumers moved along`);
      });
      return 0;
  }
}
