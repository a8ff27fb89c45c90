import { CommandEnd } from './command-end';
import { eventsHelp, parseEvents, type EventsCommand } from './events/parse-events';
import { exitCodes } from './exit-codes';
import { sentenceOf } from './sentence';

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

function readCommand(): EventsCommand | null {
  try {
    return parseEvents(process.argv.slice(2));
  } catch (error) {
    say(sentenceOf(error));
    process.exit(exitCodes.wrongUse);
  }
}

/** Of a reader that has seen enough: what else is printed must be whole. */
function whenReaderGone(command: EventsCommand | null): number {
  const isForReading = command === null || command.verb === 'tail' || command.verb === 'show';
  return isForReading ? exitCodes.done : exitCodes.undone;
}

const goesOn: readonly EventsCommand['verb'][] = ['import', 'restore'];

async function run(command: EventsCommand, end: CommandEnd): Promise<number> {
  // What a wrong command has no use for is loaded here.
  const { runEvents } = await import('./events/run-events.js');
  try {
    return await runEvents(command, { out: process.stdout, say }, end.signal);
  } catch (error) {
    if (end.brokenOff === null) throw error;
    if (end.brokenOff !== exitCodes.done)
      say(goesOn.includes(command.verb) ? 'Broken off; the same again goes on.' : 'Broken off.');
    return end.brokenOff;
  }
}

async function main(): Promise<number> {
  const command = readCommand();
  const end = CommandEnd.listen(whenReaderGone(command));
  if (command !== null) return end.afterAll(await run(command, end));
  process.stdout.write(eventsHelp);
  return end.afterAll(exitCodes.done);
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    say(sentenceOf(error));
    process.exit(exitCodes.undone);
  },
);
