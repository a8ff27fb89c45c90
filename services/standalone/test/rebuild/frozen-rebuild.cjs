// A rebuild that stops itself, as a frozen machine, while it holds the live side:
// node frozen-rebuild.cjs '{"name":NAME,"urls":{SCHEMA:URL},"limits":{…}}'
const { EmbeddedLog, rebuildTables } = require('@atomicdb/bus');
const { Database, EventStore } = require('@atomicdb/event-store');
const { rebuildables } = require('../../dist/commands/rebuild/run-rebuild');

const { name, urls, limits } = JSON.parse(process.argv[2]);
const url = (schema) => urls[schema];

let phase = 'folding';
let isOver = false;

/** Once, in the hold of the switch: on after SIGCONT. */
function freeze() {
  if (phase !== 'switching' || isOver) return;
  isOver = true;
  process.stdout.write('frozen\n');
  process.kill(process.pid, 'SIGSTOP');
}

function freezing(what) {
  if (what.updateState === undefined) {
    const onSwitch = async (tx) => {
      freeze();
      await what.onSwitch?.(tx);
    };
    return { ...what, onSwitch };
  }
  const updateState = async (tx, events) => {
    freeze();
    await what.updateState(tx, events);
  };
  return { ...what, updateState };
}

async function main() {
  const watch = {
    folded: () => undefined,
    phase: (now) => (phase = now),
    report: (fault) => process.stdout.write(`${fault.message}\n`),
  };
  const log = new EmbeddedLog(
    async (owner) => new EventStore(await Database.open({ service: owner, url: url(owner) }), owner),
  );
  const { signal } = new AbortController();
  const what = freezing(rebuildables.find((each) => each.name === name));
  await rebuildTables(what, { url, log, watch, code: 'test', signal, limits });
  await log.close();
  process.stdout.write('switched\n');
}

void main();
