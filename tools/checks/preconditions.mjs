import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The browser's names on Debian, Ubuntu and elsewhere. */
const chromiumNames = ['chromium', 'chromium-browser', 'google-chrome'];
const answers = (command, flag, env) => spawnSync(command, [flag], { env, stdio: 'ignore' }).status === 0;
/** The oldest that Kafka 4 runs on, as libs/testing has it, which is not built where this runs. */
const leastJava = 17;

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * The browser of the tests: CHROMIUM_PATH, or the first of the usual names on PATH.
 *
 * @param {NodeJS.ProcessEnv} env
 * @returns {string | undefined}
 */
export function findChromium(env) {
  if (env.CHROMIUM_PATH) return isExecutable(env.CHROMIUM_PATH) ? env.CHROMIUM_PATH : undefined;
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean);
  return chromiumNames.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
}

/** What is wrong with java on PATH, or undefined. Up to Java 8 the first number of a version is 1. */
function javaFault(env) {
  const { status, stdout, stderr } = spawnSync('java', ['-version'], { env, encoding: 'utf8' });
  if (status !== 0) return 'java on PATH';
  const major = /version "(?:1\.)?(\d+)/.exec(stderr + stdout)?.[1] ?? leastJava;
  return Number(major) < leastJava ? `this is ${major}` : undefined;
}

/**
 * What this machine lacks to run the tests, as the end of one sentence.
 *
 * @param {{ kafka: boolean, browser: boolean, env: NodeJS.ProcessEnv }} wanted
 * @returns {string[]}
 */
export function missing({ kafka, browser, env }) {
  const java = kafka && javaFault(env);
  const wants = [
    [java, `Java ${leastJava} or newer (${java})`],
    [kafka && !answers('mvn', '-version', env), 'Maven (mvn on PATH)'],
    [browser && !findChromium(env), `Chromium (${chromiumNames.join(', ')} on PATH, or CHROMIUM_PATH)`],
  ];
  return wants.filter(([lacks]) => lacks).map(([, what]) => what);
}
