// Reads fixed rows of live tables all the time, through prepared statements of live connections, until its input ends;
// then it tells what it saw: node readers-process.cjs '[{"service":NAME,"url":URL,"table":NAME,"key":COLUMN}]'
const { Database } = require('@atomicdb/event-store');

const watched = JSON.parse(process.argv[2]);
const sampleSize = 50;
const pauseMs = 10;

const report = { reads: 0, longestMs: 0, faults: [] };
let isRunning = true;

async function open({ service, url, table, key }) {
  const database = await Database.open({ service, url });
  const sample = await database.query(
    '',
    `select ${key} as key from ${table} order by ${key} limit ${sampleSize}`,
  );
  return { database, table, key, sample: sample.map((row) => row.key) };
}

async function readOnce({ database, table, key, sample }) {
  const startedAt = performance.now();
  const text = `select * from ${table} where ${key} = any($1::text[])`;
  const rows = await database.query(`test-read-${table}`, text, [sample]).catch((error) => String(error));
  report.reads += 1;
  report.longestMs = Math.max(report.longestMs, performance.now() - startedAt);
  if (typeof rows === 'string') report.faults.push(`${table}: ${rows}`);
  else if (rows.length !== sample.length)
    report.faults.push(`${table}: ${rows.length} rows of ${sample.length}`);
}

async function readOn(place) {
  while (isRunning) {
    await readOnce(place);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  await place.database.close();
}

async function main() {
  const places = await Promise.all(watched.map(open));
  process.stdin.on('end', () => (isRunning = false)).resume();
  // Connections are made and statements prepared: what is measured from here on is reading.
  for (const place of places) await readOnce(place);
  Object.assign(report, { reads: 0, longestMs: 0 });
  process.stdout.write('reading\n');
  await Promise.all(places.map(readOn));
  process.stdout.write(`${JSON.stringify(report)}\n`);
}

void main();
