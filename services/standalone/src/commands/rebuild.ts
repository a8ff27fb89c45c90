import { CommandEnd } from './command-end';
import { exitCodes } from './exit-codes';
import { parseRebuild, rebuildHelp, type RebuildCommand } from './rebuild/parse-rebuild';
import type { Screen } from './rebuild/progress-report';
import { sentenceOf } from './sentence';

const screen: Screen = {
  isTerminal: process.stdout.isTTY === true,
  write: (text) => void process.stdout.write(text),
  now: () => performance.now(),
};

function complain(error: unknown): void {
  process.stderr.write(`${sentenceOf(error)}\n`);
}

function readCommand(): RebuildCommand | null {
  try {
    return parseRebuild(process.argv.slice(2));
  } catch (error) {
    complain(error);
    process.exit(exitCodes.wrongUse);
  }
}

/** Broken off it ends after the batch under way. */
async function run(command: RebuildCommand, end: CommandEnd): Promise<number> {
  // What a wrong command has no use for is loaded here.
  const { runRebuild } = await import('./rebuild/run-rebuild.js');
  try {
    return (await runRebuild(command, screen, end.signal)) ? exitCodes.done : exitCodes.found;
  } catch (error) {
    if (end.brokenOff === null) throw error;
    process.stderr.write('Broken off; started again it goes on here.\n');
    return end.brokenOff;
  }
}

async function main(): Promise<number> {
  const command = readCommand();
  const end = CommandEnd.listen(command === null ? exitCodes.done : exitCodes.undone);
  if (command !== null) return end.afterAll(await run(command, end));
  screen.write(rebuildHelp);
  return end.afterAll(exitCodes.done);
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    complain(error);
    process.exit(exitCodes.undone);
  },
);
