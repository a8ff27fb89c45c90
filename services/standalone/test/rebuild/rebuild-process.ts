import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const script = join(__dirname, '../../dist/commands/rebuild.js');

export interface RunOfRebuild {
  /** Null where it was killed. */
  readonly code: number | null;
  readonly output: string;
}

/** Decides from what was printed so far, and from the time, whether the process is killed now. */
export type KillWhen = (output: string, elapsedMs: number) => boolean;

const lookMs = 20;

/** `npm run rebuild -- ARGS` once everything is built, killed with -9 where that is asked for. */
export async function runRebuildProcess(
  args: readonly string[],
  killWhen: KillWhen = () => false,
): Promise<RunOfRebuild> {
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (chunk) => (output += String(chunk)));
  child.stderr.on('data', (chunk) => (output += String(chunk)));
  const startedAt = Date.now();
  const look = setInterval(() => {
    if (killWhen(output, Date.now() - startedAt)) child.kill('SIGKILL');
  }, lookMs);
  const [code] = (await once(child, 'close')) as [number | null];
  clearInterval(look);
  return { code, output };
}
