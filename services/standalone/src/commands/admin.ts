import type { Answer } from './admin/dead-letters';
import { adminHelp, parseAdmin, WrongUsage, type AdminCommand } from './admin/parse-admin';

/** What a wrong command has no use for is loaded here. */
async function answer(command: AdminCommand): Promise<Answer> {
  const { withDatabases } = await import('./admin/with-databases.js');
  const { listLetters, releaseLetters, showLetter } = await import('./admin/dead-letters.js');
  return withDatabases(command.place, (databases) => {
    switch (command.kind) {
      case 'list':
        return listLetters(databases, command);
      case 'show':
        return showLetter(databases, command);
      case 'release':
        return releaseLetters(databases, command);
    }
  });
}

/** A pipe takes what is written in its own time, and may have been closed. */
function say(text: string): Promise<void> {
  return new Promise((resolve) => process.stdout.write(text, () => resolve()));
}

async function main(): Promise<number> {
  const command = parseAdmin(process.argv.slice(2));
  if (command === null) {
    await say(adminHelp);
    return 0;
  }
  const { text, ok } = await answer(command);
  await say(text);
  return ok ? 0 : 1;
}

process.stdout.on('error', () => process.exit(0));
main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(error instanceof WrongUsage ? 2 : 1);
  },
);
