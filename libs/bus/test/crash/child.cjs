// A process of one writing service and one consumer under load, which kills itself at a named point:
// node child.cjs '{"writer":URL,"reader":URL,"brokers":[…]|null,"point":NAME|null,"after":N,"seed":N,"ledger":FILE}'
const { closeSync, fsyncSync, openSync, writeSync } = require('node:fs');
const { EmbeddedBus, KafkaBus } = require('@atomicdb/bus');
const { Database, EventStore } = require('@atomicdb/event-store');

const plan = JSON.parse(process.argv[2]);
const consumerName = 'test:crash:1';
const streams = 20;
const writers = 4;
const mostAtOnce = 3;

let left = plan.after;

/** kill -9 of this process at the n-th passage of the planned point. */
function passes(point) {
  if (plan.point === null || point !== plan.point) return;
  left -= 1;
  if (left > 0) return;
  process.kill(process.pid, 'SIGKILL');
  // The signal is on its way: nothing more may happen.
  for (;;);
}

/** What stands right before each statement. */
function pointBefore(name, values) {
  if (name !== 'write-cursor') return null;
  return values[0] === 'relay' ? 'after produce, before mark' : 'after apply, before progress';
}

/** The database with the points on the way of its transactions. */
function watched(database, { before, after }) {
  const transaction = database.transaction.bind(database);
  database.transaction = async (work, options) => {
    const names = new Set();
    const query = (tx) => (name, text, values) => {
      names.add(name);
      passes(pointBefore(name, values));
      return tx.query(name, text, values);
    };
    const result = await transaction(async (tx) => {
      const done = await work(Object.create(tx, { query: { value: query(tx) } }));
      if (names.has(before.statement)) passes(before.point);
      return done;
    }, options);
    if (names.has(after.statement)) passes(after.point);
    return result;
  };
  return database;
}

function random(seed) {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const retracted = (requestId) => ({
  type: 'AnalysisRetracted',
  data: {
    passId: 'p',
    requestId,
    position: 'atomic:k',
    reason: 'r',
    retractedAt: '2026-01-01T00:00:00.000Z',
  },
});

/** Appends one transaction after the other; each is written to the ledger once it is acknowledged. */
async function write(store, pick, ledger) {
  for (;;) {
    const stream = `analysis-${plan.run}-${pick(streams)}`;
    const events = Array.from({ length: 1 + pick(mostAtOnce) }, () => retracted(stream));
    const records = await store.transaction([stream], (tx) =>
      store.append(tx, [{ stream, expectedVersion: 'any', events }]),
    );
    writeSync(ledger, records.map(({ eventId }) => `${eventId}\n`).join(''));
    fsyncSync(ledger);
  }
}

async function open() {
  const [writer, reader] = await Promise.all([
    Database.open({ service: 'analyses', url: plan.writer }),
    Database.open({ service: 'backing', url: plan.reader }),
  ]);
  watched(writer, {
    before: { statement: 'insert-events', point: 'before commit' },
    after: { statement: 'insert-events', point: 'after commit' },
  });
  watched(reader, {
    before: { statement: 'write-cursor', point: 'after progress, before commit' },
    after: { statement: 'write-cursor', point: 'after progress' },
  });
  const aside = plan.mutant ? await Database.open({ service: 'backing', url: plan.reader }) : null;
  return { store: new EventStore(writer, 'analyses'), reader, aside };
}

function makeBus() {
  const onError = (error, where) => process.stderr.write(`${where}: ${error}\n`);
  if (plan.brokers === null) return new EmbeddedBus(onError);
  const { brokers, sessionTimeoutMs } = plan;
  return new KafkaBus({
    brokers,
    clientId: 'crash',
    partitions: 6,
    replicationFactor: 1,
    sessionTimeoutMs,
    onError,
  });
}

async function main() {
  const { store, reader, aside } = await open();
  const bus = makeBus();
  bus.publish(store);
  bus.consume({
    name: consumerName,
    types: ['AnalysisRetracted'],
    database: reader,
    async handle(tx, { stream, version }) {
      if (!stream.startsWith(`analysis-${plan.run}-`)) return;
      const row = [consumerName, stream, version];
      // The mutant's effect commits alone, before its progress.
      await (plan.mutant ? aside : tx).query(
        'see',
        'insert into seen (consumer, stream, version) values ($1, $2, $3)',
        row,
      );
    },
  });
  await bus.start();
  process.once('SIGTERM', () => bus.stop().then(() => process.exit(0)));
  process.stdout.write('started\n');
  if (plan.ledger === null) return;
  const ledger = openSync(plan.ledger, 'a');
  process.once('exit', () => closeSync(ledger));
  const pick = random(plan.seed);
  await Promise.all(Array.from({ length: writers }, () => write(store, pick, ledger)));
}

main().catch((error) => {
  process.stderr.write(`${error.stack}\n`);
  process.exit(1);
});
