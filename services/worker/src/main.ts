import { readConfig } from '@atomicdb/config';
import { environment, help, parseCommandLine, UsageError } from './command-line';

async function main(): Promise<void> {
  const variables = readConfig(environment);
  const options = parseCommandLine(process.argv.slice(2), variables);
  if (!options) return void process.stdout.write(help);
  // Tracing first: it must be there before what it traces is loaded.
  await import('@atomicdb/telemetry/register');
  const { work } = await import('./work.js');
  await work(options, variables.LOG_LEVEL);
}

main().catch((error: unknown) => {
  const isUsage = error instanceof UsageError;
  console.error(error instanceof Error ? error.message : error);
  if (isUsage) console.error('--help lists the options.');
  process.exit(isUsage ? 2 : 1);
});
