import { spawn } from 'node:child_process';
import { prepare, root } from './prepare.mjs';

/** Installs and builds what is missing, then runs a built command in its own process, as if it were this one. */
export function runBuilt(script, args) {
  prepare();
  const child = spawn(process.execPath, [script, ...args], { cwd: root, stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code) => process.exit(code ?? 1));
}
