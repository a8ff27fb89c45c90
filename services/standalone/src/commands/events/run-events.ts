import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { finished } from 'node:stream/promises';
import type { Writable } from 'node:stream';
import { releaseOf } from '../release';
import { withMadeProduct, withProduct } from './with-product';
import { findProduct } from '../find-product';
import type { EventsCommand } from './parse-events';

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

type Command<Verb extends EventsCommand['verb']> = EventsCommand & { verb: Verb };

async function runTail(command: Command<'tail'>, out: Writable, signal: AbortSignal): Promise<number> {
  const product = await findProduct(command.place);
  const { tail } = await import('./tail.js');
  await tail(product, command, out, signal);
  return 0;
}

async function runShow({ place, stream, json }: Command<'show'>, { out, say }: Streams): Promise<number> {
  const product = await findProduct(place);
  const { show } = await import('./show.js');
  if (await show(product, stream, json, out)) return 0;
  say(`No service has a stream ${stream}.`);
  return 1;
}

async function runExport(command: Command<'export' | 'import'>, { out, say }: Streams): Promise<void> {
  const product = await findProduct(command.place);
  const { exportEvents } = await import('./export.js');
  const fill = async (to: Writable) => {
    const { events, rows, sha256 } = await exportEvents(product, releaseOf(), to);
    say(`${events} events and ${rows} rows; SHA-256 ${sha256}`);
  };
  await (command.file === '-' ? fill(out) : toFile(command.file, fill));
}

async function runVerify(command: EventsCommand, { out }: Streams): Promise<number> {
  const { looked, faults } = await withMadeProduct(command.place, async (product) => {
    const { verify } = await import('./verify.js');
    return verify(product);
  });
  if (command.json) out.write(`${JSON.stringify({ looked, faults })}\n`);
  else {
    for (const line of [...looked, ...faults.map((fault) => `FAULT ${fault}`)]) out.write(`${line}\n`);
    out.write(faults.length === 0 ? 'nothing is wrong\n' : `${faults.length} faults\n`);
  }
  return faults.length === 0 ? 0 : 1;
}

/** Runs one command; gives its exit code. Each loads what it is made of once its product is found. */
export async function runEvents(
  command: EventsCommand,
  streams: Streams,
  signal: AbortSignal,
): Promise<number> {
  const { out, say } = streams;
  switch (command.verb) {
    case 'tail':
      return runTail(command, out, signal);
    case 'show':
      return runShow(command, streams);
    case 'export':
      await runExport(command, streams);
      return 0;
    case 'import':
      await withProduct(command.place, async (product) => {
        const { importEvents } = await import('./import.js');
        const { written, skipped, rows } = await importEvents(product, command.file);
        say(`${written} events written, ${skipped} were there already, ${rows} rows`);
      });
      return 0;
    case 'verify':
      return runVerify(command, streams);
    case 'restore':
      await withProduct(command.place, async (product) => {
        const { restore } = await import('./restore.js');
        const { events, places } = await restore(product);
        say(`${events} events numbered again, ${places} places of consumers moved along`);
      });
      return 0;
  }
}
