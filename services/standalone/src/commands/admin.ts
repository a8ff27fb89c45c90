import type { Answer } from './admin/dead-letters';
import { adminHelp, parseAdmin, WrongUsage, type AdminCommand } from './admin/parse-admin';
import { CommandEnd } from './command-end';
import { exitCodes } from './exit-codes';
import { sentenceOf } from './sentence';

/** What a wrong command has no use for is loaded here. */
async function answer(command: AdminCommand, signal: AbortSignal): Promise<Answer> {
  const { withDatabases } = await import('./admin/with-databases.js');
  const { listLetters, releaseLetters, showLetter } = await import('./admin/dead-letters.js');
  return withDatabases(command.place, (databases) => {
    switch (command.kind) {
      case 'list':
        return listLetters(databases, command);
      case 'show':
        return showLetter(databases, command);
      case 'release':
        return releaseLetters(databases, command, signal);
    }
  });
}

async function run(command: AdminCommand, end: CommandEnd): Promise<number> {
  try {
    const { text, ok } = await answer(command, end.signal);
    process.stdout.write(text);
    return ok ? exitCodes.done : exitCodes.found;
  } catch (error) {
    if (end.brokenOff === null) throw error;
    process.stderr.write('Broken off.\n');
    return end.brokenOff;
  }
}

/** What became of released letters must be told; the others are for reading. */
async function main(): Promise<number> {
  const command = parseAdmin(process.argv.slice(2));
  const end = CommandEnd.listen(command?.kind === 'release' ? exitCodes.undone : exitCodes.done);
  if (command !== null) return end.afterAll(await run(command, end));
  process.stdout.write(adminHelp);
  return end.afterAll(exitCodes.done);
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${sentenceOf(error)}\n`);
    process.exit(error instanceof WrongUsage ? exitCodes.wrongUse : exitCodes.undone);
  },
);
