import { spawn } from 'node:child_process';
import { prepare, root } from './prepare.mjs';

prepare();
const child = spawn(process.execPath, ['services/standalone/dist/main.js', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
