import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { alone, isBuilt, markBuilt } from './build-once.mjs';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

const least = [20, 19];
const below = 25;

/** One sentence when this Node cannot run the product, else null. */
export function nodeFault(version = process.versions.node) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const tooOld = major < least[0] || (major === least[0] && minor < least[1]);
  if (!tooOld && major < below) return null;
  return `AtomicDB needs Node ${least.join('.')} or newer, below ${below}; this is Node ${version}.`;
}

const changedAt = (file) => statSync(join(root, file), { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** npm writes its own copy of the lock last, so it tells when the folder was complete. */
export const installed = () => changedAt('node_modules/.package-lock.json') >= changedAt('package-lock.json');

function step(what, command, args) {
  console.error(`${what} …`);
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, NX_DAEMON: 'false' },
    shell: process.platform === 'win32',
  });
  if (status === 0) return;
  console.error(
    `${what} failed${error ? `: ${error.message}` : ''}. Run again with: ${command} ${args.join(' ')}`,
  );
  process.exit(1);
}

function installAndBuild() {
  if (!installed())
    step('Installing (about a minute, once)', 'npm', ['ci', '--no-progress', '--loglevel=error']);
  if (isBuilt(root)) return;
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  step(`Building AtomicDB ${version}`, process.execPath, [
    'node_modules/nx/dist/bin/nx.js',
    'run-many',
    '-t',
    'build',
  ]);
  markBuilt(root);
}

/** Installs what the lock names and builds what has changed; where nothing has, it touches no file. */
export function prepare() {
  const fault = nodeFault();
  if (fault) {
    console.error(fault);
    process.exit(1);
  }
  if (installed() && isBuilt(root)) return;
  alone(root, installAndBuild, () => console.error('Waiting for the build of another command …'));
}
