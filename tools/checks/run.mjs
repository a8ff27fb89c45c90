import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { root } from '../prepare.mjs';

const binaries = join(root, 'node_modules', '.bin');

/** The caller's environment with the workspace's own tools first on the path. */
const environment = (extra) => ({
  ...process.env,
  NX_DAEMON: 'false',
  NX_NO_CLOUD: 'true',
  PATH: `${binaries}${delimiter}${process.env.PATH ?? ''}`,
  ...extra,
});

/**
 * Runs a command from the workspace's folder and streams what it says.
 *
 * @param {string[]} command name and arguments
 * @param {{ cwd?: string, env?: Record<string, string> }} [options]
 * @returns {Promise<number>} exit code, 1 when it was killed or could not start
 */
export function run([name, ...args], { cwd = root, env = {} } = {}) {
  return new Promise((resolve) => {
    const child = spawn(name, args, { cwd, env: environment(env), stdio: 'inherit' });
    child.on('error', (error) => {
      console.error(`${name}: ${error.message}`);
      resolve(1);
    });
    child.on('close', (code) => resolve(code ?? 1));
  });
}

/**
 * Runs a command and keeps what it says: for work that goes on beside another step.
 *
 * @param {string[]} command
 * @param {{ env?: Record<string, string> }} [options]
 * @returns {Promise<{ passed: boolean, said: string }>}
 */
export function collect([name, ...args], { env = {} } = {}) {
  return new Promise((resolve) => {
    const stdio = ['ignore', 'pipe', 'pipe'];
    const child = spawn(name, args, { cwd: root, env: environment(env), stdio });
    let said = '';
    const keep = (text) => (said += text);
    child.stdout.setEncoding('utf8').on('data', keep);
    child.stderr.setEncoding('utf8').on('data', keep);
    child.on('error', (error) => resolve({ passed: false, said: `${name}: ${error.message}\n` }));
    child.on('close', (code) => resolve({ passed: code === 0, said }));
  });
}

/** Seconds since a moment of `performance.now()`, as in `12.3 s`. */
export const secondsSince = (start) => `${((performance.now() - start) / 1000).toFixed(1)} s`;

/**
 * @typedef {{ name: string, remedy?: string, run: () => Promise<boolean> }} Step
 * @typedef {{ name: string, remedy?: string, passed: boolean, took: string }} Outcome
 */

/**
 * Runs one step under a heading. A step that throws has failed.
 *
 * @param {Step} step
 * @returns {Promise<Outcome>}
 */
export async function runStep({ name, remedy, run: work }) {
  const start = performance.now();
  console.log(`\n== ${name}`);
  const passed = await work().catch((error) => {
    console.error(error instanceof Error ? error.message : error);
    return false;
  });
  return { name, remedy, passed, took: secondsSince(start) };
}

/** One line for each step, the remedy beside what failed. */
export function summary(outcomes) {
  const width = Math.max(...outcomes.map(({ name }) => name.length));
  return outcomes
    .map(({ name, passed, took, remedy }) => {
      const help = passed || !remedy ? '' : `  ${remedy}`;
      return `${passed ? 'ok    ' : 'FAILED'} ${name.padEnd(width)} ${took.padStart(8)}${help}`;
    })
    .join('\n');
}
