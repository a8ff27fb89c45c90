/**
 * @typedef {{ name: string, types: string[] }} Processor
 * @typedef {Record<string, { owner: string, schemaVersion: number }>} Catalogue
 */

const heading = `# Events

Written by \`npm run gen\` from the catalogue of \`libs/events\` and the processors every service exports.
An event without a consumer fails the build. The topic of an event is its owner's: \`OWNER.events.v1\`.

A message on Kafka has the stream as its key and an \`EventMessage\` (\`proto/atomicdb/events/v1\`) as its value, which holds the
payload; its header \`traceparent\` is the trace context.

| event | owner | payload version | consumers |
| --- | --- | --- | --- |
`;

const consumersOf = (type, processors) =>
  processors
    .filter(({ types }) => types.includes(type))
    .map(({ name }) => name)
    .sort();

function row([type, { owner, schemaVersion }], processors) {
  const consumers = consumersOf(type, processors).map((name) => `\`${name}\``);
  return `| \`${type}\` | ${owner} | ${schemaVersion} | ${consumers.join(', ')} |\n`;
}

/** Sorted by owner, then by name. */
const byOwner = ([a, { owner: left }], [b, { owner: right }]) =>
  left.localeCompare(right) || a.localeCompare(b);

/**
 * The page of events with who writes and who reads each one.
 *
 * @param {Catalogue} catalogue
 * @param {Processor[]} processors
 * @returns {{ text: string, faults: string[] }} faults name events nobody consumes and types nobody writes
 */
export function eventsPage(catalogue, processors) {
  const events = Object.entries(catalogue).sort(byOwner);
  const unread = events.filter(([type]) => consumersOf(type, processors).length === 0);
  const unknown = processors.flatMap(({ name, types }) =>
    types
      .filter((type) => !Object.hasOwn(catalogue, type))
      .map((type) => `${name} consumes ${type}: no such event`),
  );
  return {
    text: heading + events.map((event) => row(event, processors)).join(''),
    faults: [...unread.map(([type]) => `${type} has no consumer`), ...unknown],
  };
}
