import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { EventStore } from '@atomicdb/event-store';

const seconds = 2;
const rounds = 5;

const payload = (position) => ({ type: 'MovesOpened', data: { position, moves: [] } });

const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

/** Runs `once` over and over on so many lanes and gives the rate a second. */
async function rate(lanes, once) {
  let count = 0;
  let isOver = false;
  const lane = async (index) => {
    while (!isOver) {
      await once(index);
      count += 1;
    }
  };
  const began = performance.now();
  const running = Array.from({ length: lanes }, (_, index) => lane(index));
  await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  isOver = true;
  await Promise.all(running);
  return count / ((performance.now() - began) / 1_000);
}

const bareInsert = `insert into events (event_id, stream, version, type, schema_version, occurred_at, canonical_version, payload)
  values (gen_random_uuid(), $1, $2, 'MovesOpened', 1, now(), 1, $3)`;

/** BEGIN; INSERT; COMMIT by the plain driver with a prepared statement, the floor of any append. */
async function openBare(url, lanes) {
  const clients = Array.from({ length: lanes }, () => new pg.Client({ connectionString: url }));
  await Promise.all(clients.map((client) => client.connect()));
  const bytes = Buffer.from('0a0c61746f6d69633a62656e6368', 'hex');
  const run = randomUUID();
  let made = 0;
  const once = async (index) => {
    const client = clients[index];
    made += 1;
    const stream = `bare-${run}-${made}`;
    await client.query('begin');
    await client.query({ name: 'bare', text: bareInsert, values: [stream, 1, bytes] });
    await client.query('commit');
  };
  return { once, close: () => Promise.all(clients.map((client) => client.end())) };
}

function storeLanes(database, lanes) {
  const store = new EventStore(database, 'positions');
  const run = randomUUID();
  const versions = Array.from({ length: lanes }, () => 0);
  return async (index) => {
    const stream = `position-${run}-${index}`;
    const appending = { stream, expectedVersion: versions[index], events: [payload(stream)] };
    await store.transaction([stream], (tx) => store.append(tx, [appending]));
    versions[index] += 1;
  };
}

/**
 * Appends a second of one event a transaction, each lane on a stream of its own, beside BEGIN; INSERT; COMMIT on the same
 * number of connections: both in turn, so that the ratio holds when the machine's speed drifts.
 *
 * @param {{ url: string, database: import('@atomicdb/event-store').Database, lanes: number }} options
 */
export async function benchAppends({ url, database, lanes }) {
  const bare = await openBare(url, lanes);
  const append = storeLanes(database, lanes);
  const pairs = [];
  for (let round = 0; round <= rounds; round += 1) {
    pairs.push({ bare: await rate(lanes, bare.once), store: await rate(lanes, append) });
  }
  await bare.close();
  // The first pair is the warm-up.
  const counted = pairs.slice(1);
  return {
    lanes,
    bare: median(counted.map((pair) => pair.bare)),
    store: median(counted.map((pair) => pair.store)),
    ratio: median(counted.map((pair) => pair.store / pair.bare)),
  };
}
