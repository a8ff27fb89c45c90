import type { Writable } from 'node:stream';
import { exitCodes } from '../exit-codes';
import { findProduct } from '../find-product';
import { printable } from '../printable';
import { releaseOf } from '../release';
import type { EventsCommand } from './parse-events';
import { toFile } from './to-file';
import { withLookedAtProduct, withMadeProduct, withProduct } from './with-product';

export interface Streams {
  readonly out: Writable;
  /** What is not the answer itself. */
  readonly say: (line: string) => void;
}

type Command<Verb extends EventsCommand['verb']> = EventsCommand & { verb: Verb };

type FileCommand = Extract<EventsCommand, { file: string }>;

async function runTail(command: Command<'tail'>, { out }: Streams, signal: AbortSignal): Promise<number> {
  const product = await findProduct(command.place);
  const { tail } = await import('./tail.js');
  await tail(product, command, out, signal);
  return exitCodes.done;
}

async function runShow(
  { place, stream, json }: Command<'show'>,
  { out, say }: Streams,
  signal: AbortSignal,
): Promise<number> {
  const product = await findProduct(place);
  const { show } = await import('./show.js');
  if (await show(product, stream, json, out, signal)) return exitCodes.done;
  say(`No service has a stream ${stream}.`);
  return exitCodes.undone;
}

async function runExport(
  { place, file }: FileCommand,
  { out, say }: Streams,
  signal: AbortSignal,
): Promise<number> {
  const product = await findProduct(place);
  const { exportEvents } = await import('./export.js');
  const fill = (to: Writable) => exportEvents(product, releaseOf(), to, signal);
  const { events, rows, sha256 } = await (file === '-' ? fill(out) : toFile(file, fill));
  say(`${events} events and ${rows} rows; SHA-256 ${sha256}`);
  return exitCodes.done;
}

/** The file is read before anything is made for it. */
async function runImport(
  { place, file }: FileCommand,
  { say }: Streams,
  signal: AbortSignal,
): Promise<number> {
  const { checkFile } = await import('./check-file.js');
  const checked = await checkFile(file, signal);
  await withProduct(place, signal, async (product) => {
    const { importChecked } = await import('./import.js');
    const { written, skipped, rows } = await importChecked(product, file, checked, signal);
    say(`${written} events written, ${skipped} were there already, ${rows} rows`);
  });
  return exitCodes.done;
}

async function runVerify(command: EventsCommand, { out }: Streams, signal: AbortSignal): Promise<number> {
  const { looked, faults } = await withLookedAtProduct(command.place, signal, async (product) => {
    const { verify } = await import('./verify.js');
    return verify(product, signal);
  });
  if (command.json) out.write(`${JSON.stringify({ looked, faults })}\n`);
  else {
    for (const line of [...looked, ...faults.map((fault) => `FAULT ${fault}`)])
      out.write(`${printable(line)}\n`);
    out.write(faults.length === 0 ? 'nothing is wrong\n' : `${faults.length} faults\n`);
  }
  return faults.length === 0 ? exitCodes.done : exitCodes.found;
}

async function runRestore({ place }: EventsCommand, { say }: Streams, signal: AbortSignal): Promise<number> {
  await withMadeProduct(place, signal, async (product) => {
    const { restore } = await import('./restore.js');
    const { events, places } = await restore(product, signal);
    say(`${events} events numbered again, ${places} places of consumers moved along`);
  });
  return exitCodes.done;
}

/**
 * Runs one command; gives its exit code. Each loads what it is made of once its product is found. The signal ends each in
 * order: tail as it is meant to end, the others by a throw.
 */
export async function runEvents(
  command: EventsCommand,
  streams: Streams,
  signal: AbortSignal,
): Promise<number> {
  switch (command.verb) {
    case 'tail':
      return runTail(command, streams, signal);
    case 'show':
      return runShow(command, streams, signal);
    case 'export':
      return runExport(command, streams, signal);
    case 'import':
      return runImport(command, streams, signal);
    case 'verify':
      return runVerify(command, streams, signal);
    case 'restore':
      return runRestore(command, streams, signal);
  }
}
