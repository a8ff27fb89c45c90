import { spawnSync } from 'node:child_process';
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { alone, isBuilt } from './build-once.mjs';
import { installed, nodeFault, prepare, root } from './prepare.mjs';

const chess = join(root, 'libs/chess');
/** Written after a build, whose files keep an old time where they come from the cache. */
const stamp = join(root, '.nx', 'built-chess');

const changedAt = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** When the newest source below a folder was changed. */
function newest(folder) {
  const times = readdirSync(folder, { withFileTypes: true }).map((entry) =>
    entry.isDirectory() ? newest(join(folder, entry.name)) : changedAt(join(folder, entry.name)),
  );
  return Math.max(0, ...times);
}

/** These commands need one package only, so that a pipe does not wait for the build of all. */
function build() {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['node_modules/nx/dist/bin/nx.js', 'run', '@atomicdb/chess:build'],
    { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, NX_DAEMON: 'false' } },
  );
  if (status === 0) return writeFileSync(stamp, '');
  process.stderr.write(`The build of libs/chess failed.\n${stdout}${stderr}`);
  process.exit(1);
}

function isOld(script) {
  const newestSource = newest(join(chess, 'src'));
  const made = changedAt(script);
  if (made >= newestSource) return false;
  const wasBuilt = made > 0 && changedAt(stamp) >= newestSource;
  return !wasBuilt && !isBuilt(root);
}

function ready(script) {
  const fault = nodeFault();
  if (fault) {
    console.error(fault);
    process.exit(1);
  }
  if (!installed()) prepare();
  const waits = () => console.error('Waiting for the build of another command …');
  if (isOld(script)) alone(root, () => isOld(script) && build(), waits);
}

/** Runs a command of libs/chess in this process, on these streams; `name` is its file in src/bin. */
const [, , name, ...args] = process.argv;
const script = join(chess, 'dist/bin', `${name}.js`);
ready(script);
process.argv = [process.execPath, script, ...args];
await import(pathToFileURL(script).href);
