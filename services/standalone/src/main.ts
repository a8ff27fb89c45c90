import { help, parseOptions, type Options } from './options';

const wrongUse = 2;

function readOptions(): Options | null {
  try {
    return parseOptions(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(wrongUse);
  }
}

async function main(): Promise<void> {
  const options = readOptions();
  if (options === null) return void process.stdout.write(help);
  // Tracing first: it must be there before what it traces is loaded.
  await import('@atomicdb/telemetry/register');
  const { run } = await import('./run.js');
  await run(options);
}

void main();
