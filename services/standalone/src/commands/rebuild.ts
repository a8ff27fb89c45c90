import { parseRebuild, rebuildHelp, type RebuildCommand } from './rebuild/parse-rebuild';
import type { Screen } from './rebuild/progress-report';

const wrongUse = 2;

const screen: Screen = {
  isTerminal: process.stdout.isTTY === true,
  write: (text) => void process.stdout.write(text),
  now: Date.now,
};

/** Ctrl-C ends after the batch under way; a second one at once. */
function stopOnSignal(): AbortSignal {
  const ending = new AbortController();
  const end = () => (ending.signal.aborted ? process.exit(130) : ending.abort());
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
  return ending.signal;
}

function complain(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
}

function readCommand(): RebuildCommand | null {
  try {
    return parseRebuild(process.argv.slice(2));
  } catch (error) {
    complain(error);
    process.exit(wrongUse);
  }
}

async function main(): Promise<number> {
  const command = readCommand();
  if (command === null) {
    screen.write(rebuildHelp);
    return 0;
  }
  const signal = stopOnSignal();
  // What a wrong command has no use for is loaded here.
  const { runRebuild } = await import('./rebuild/run-rebuild.js');
  try {
    return (await runRebuild(command, screen, signal)) ? 0 : 1;
  } catch (error) {
    if (!signal.aborted) throw error;
    process.stderr.write('Broken off; started again it goes on here.\n');
    return 130;
  }
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    complain(error);
    process.exit(1);
  },
);
