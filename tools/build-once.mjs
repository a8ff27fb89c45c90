import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the build of every package reads beside its folder, as nx.json names it. */
const shared = ['.swcrc', '.swcrc.esm', 'nx.json', 'package-lock.json', 'tsconfig.base.json'];
const packages = ['libs', 'services'];
const unread = new Set(['node_modules', 'test', 'bench']);

const lookMs = 200;
/** No build takes so long: who holds the lock then is another process with the number of a dead one. */
const mostMs = 15 * 60_000;

function* filesBelow(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (unread.has(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path);
    else yield path;
  }
}

/** Size and time of everything that is built from and of what was built; '' where a package has no sources yet. */
function digestOf(root) {
  const hash = createHash('sha256');
  const named = shared.map((name) => join(root, name));
  const below = packages.flatMap((name) => [...filesBelow(join(root, name))]);
  for (const file of [...named, ...below.sort()]) {
    const found = statSync(file, { throwIfNoEntry: false });
    hash.update(`${file}\0${found?.size}\0${found?.mtimeMs}\n`);
  }
  return hash.digest('hex');
}

const stampOf = (root) => join(root, '.nx', 'built');

/** Whether the last build still stands: nothing was changed since, neither what it read nor what it wrote. */
export function isBuilt(root) {
  try {
    return readFileSync(stampOf(root), 'utf8') === digestOf(root);
  } catch {
    return false;
  }
}

export function markBuilt(root) {
  writeFileSync(stampOf(root), digestOf(root));
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Removes the lock of a process that is gone; gives the number of one that lives. */
function holderOf(lock) {
  try {
    const pid = Number(readFileSync(lock, 'utf8'));
    if (isAlive(pid) && Date.now() - statSync(lock).mtimeMs < mostMs) return pid;
    rmSync(lock, { force: true });
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
  return null;
}

function take(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Runs work while no other process of this checkout does: a build takes files away from under who loads them.
 *
 * @param waits told once that another one is at it
 */
export function alone(root, work, waits) {
  const lock = join(root, '.nx', 'building');
  mkdirSync(join(root, '.nx'), { recursive: true });
  let isTold = false;
  while (!take(lock)) {
    if (holderOf(lock) === null) continue;
    if (!isTold) waits();
    isTold = true;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, lookMs);
  }
  const release = () => rmSync(lock, { force: true });
  // Work that gives up ends the process.
  process.once('exit', release);
  try {
    return work();
  } finally {
    process.removeListener('exit', release);
    release();
  }
}
