import { setTimeout as sleep } from 'node:timers/promises';
import { topicEnds } from '@atomicdb/bus';
import { withClient } from '@atomicdb/testing';
import { owners, schemas } from '../../src/commands/events/owners';

interface Place {
  readonly source: string;
  readonly consumer: string;
  readonly partition: number;
  readonly cursor: string;
}

/** So often in a row: what one consumer appends, another has yet to read. */
const looks = 4;
const everyMs = 500;

type Query = <Row extends object>(text: string) => Promise<Row[]>;

/** What is under way, in words; empty where every request has ended and every event has come to everybody. */
async function underWay(query: Query, brokers: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  const [open] = await query<{ requests: number; changes: number }>(
    `select (select count(*)::int from queue.requests where state in ('PENDING', 'LEASED')) as requests,
            (select count(*)::int from backing.changes) as changes`,
  );
  if (open?.requests !== 0) found.push(`${open?.requests} requests are open`);
  if (open?.changes !== 0) found.push(`${open?.changes} changes are not published`);
  const consumers = await placesOfConsumers(query);
  for (const owner of owners) {
    const topic = `${owner}.events.v1`;
    const relayed = await query<{ n: number }>(
      `select 1 as n from ${owner}.events e left join ${owner}.consumer_progress p on p.source = '${topic}'
        where (e.tx_id::text, e.position) is distinct from
              (split_part(p.cursor, ':', 1), split_part(p.cursor, ':', 2)::bigint)
          and e.position = (select position from ${owner}.events order by tx_id desc, position desc limit 1)`,
    );
    if (relayed.length > 0) found.push(`the relay of ${owner} is not at the end`);
    const ends = await topicEnds(brokers, topic);
    found.push(
      ...behind(
        consumers.filter(({ source }) => source === `kafka:${topic}`),
        ends,
      ),
    );
  }
  return found;
}

async function placesOfConsumers(query: Query): Promise<Place[]> {
  const one = (schema: string) =>
    `select source, consumer, partition, cursor from ${schema}.consumer_progress`;
  return query<Place>(schemas.map(one).join(' union all '));
}

function behind(places: readonly Place[], ends: ReadonlyMap<number, bigint>): string[] {
  const found: string[] = [];
  for (const consumer of new Set(places.map((place) => place.consumer))) {
    for (const [partition, end] of ends) {
      const at = places.find((place) => place.consumer === consumer && place.partition === partition);
      const next = at === undefined || at.cursor === '' ? 0n : BigInt(at.cursor) + 1n;
      if (next < end) found.push(`${consumer} is at ${next} of ${end} of a partition`);
    }
  }
  return found;
}

/**
 * Waits until every request has ended and every event is relayed, applied and answered, the values among them; throws when
 * what is under way has stayed the same for so long.
 */
export async function untilAtRest(
  url: string,
  brokers: readonly string[],
  standstillMs: number,
): Promise<void> {
  await withClient(url, async (client) => {
    const query: Query = async <Row extends object>(text: string) => (await client.query<Row>(text)).rows;
    let [quiet, before, since] = [0, '', performance.now()];
    while (quiet < looks) {
      const found = (await underWay(query, brokers)).join('; ');
      quiet = found === '' ? quiet + 1 : 0;
      if (found !== before) [before, since] = [found, performance.now()];
      if (found !== '' && performance.now() - since > standstillMs)
        throw new Error(`at a standstill: ${found}`);
      await sleep(everyMs);
    }
  });
}
