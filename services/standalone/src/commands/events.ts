import { eventsHelp, parseEvents, type EventsCommand } from './events/parse-events';

const wrongUse = 2;

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

function sentence(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Ctrl-C and a reader that has seen enough end the work in order; a second ctrl-C at once. */
function endOnSignal(): AbortSignal {
  const ending = new AbortController();
  const end = () => (ending.signal.aborted ? process.exit(130) : ending.abort());
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit(0);
  });
  return ending.signal;
}

function readCommand(): EventsCommand | null {
  try {
    return parseEvents(process.argv.slice(2));
  } catch (error) {
    say(sentence(error));
    process.exit(wrongUse);
  }
}

async function main(): Promise<number> {
  const command = readCommand();
  if (command === null) {
    process.stdout.write(eventsHelp);
    return 0;
  }
  const signal = endOnSignal();
  // What a wrong command has no use for is loaded here.
  const { runEvents } = await import('./events/run-events.js');
  return runEvents(command, { out: process.stdout, say }, signal);
}

main().then(
  (code) => (process.exitCode = code),
  (error: unknown) => {
    say(sentence(error));
    process.exitCode = 1;
  },
);
