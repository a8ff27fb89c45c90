const { setTimeout } = require('node:timers/promises');
const vm = require('node:vm');
const { TestEnvironment } = require('jest-environment-node');

const compileInContext = vm.compileFunction;
const here = new WeakSet();
vm.compileFunction = (source, parameters, { parsingContext, ...options } = {}) =>
  compileInContext(source, parameters, here.has(parsingContext) ? options : { ...options, parsingContext });

const given = new Set(Reflect.ownKeys(globalThis));
const isLeftover = (key) => typeof key === 'string' && !given.has(key) && !/^(jest|\$)/.test(key);

const patienceMs = 5_000;

/** What keeps Node alive now and did not at the start: sockets, servers, timers, processes. */
function newlyOpen(before) {
  const now = process.getActiveResourcesInfo();
  for (const kind of before) if (now.includes(kind)) now.splice(now.indexOf(kind), 1);
  return now;
}

/** Waits for what is closing. */
async function stillOpen(before) {
  const until = Date.now() + patienceMs;
  while (newlyOpen(before).length > 0 && Date.now() < until) await setTimeout(20);
  return newlyOpen(before);
}

/**
 * Runs a test file in the context of Node itself, so that packages loaded by Node (see
 * native-packages-runtime.cjs) and the code under test share one Date, one Error and one Uint8Array. What a
 * file leaves on the global object, in the environment variables or on `process.exit` ends with the file; a file that
 * leaves something open fails.
 */
module.exports = class OneRealmEnvironment extends TestEnvironment {
  #ownGlobal = this.global;
  #variables = { ...process.env };
  #exit = process.exit;
  #open = process.getActiveResourcesInfo();

  constructor(config, context) {
    super(config, context);
    here.add(this.context);
    this.global = globalThis;
    const { constructor: Mocker } = this.moduleMocker;
    const { constructor: FakeTimers } = this.fakeTimersModern;
    this.moduleMocker = new Mocker(globalThis);
    this.fakeTimersModern = new FakeTimers({ config: config.projectConfig, global: globalThis });
  }

  async teardown() {
    const open = await stillOpen(this.#open);
    for (const key of Reflect.ownKeys(globalThis).filter(isLeftover)) delete globalThis[key];
    for (const key of Object.keys(process.env)) if (!(key in this.#variables)) delete process.env[key];
    Object.assign(process.env, this.#variables);
    process.exit = this.#exit;
    this.global = this.#ownGlobal;
    await super.teardown();
    if (open.length > 0) throw new Error(`the tests of this file left open: ${open.join(', ')}`);
  }
};
