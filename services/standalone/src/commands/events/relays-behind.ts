import type { EventStore, upkeep } from '@atomicdb/event-store';
import type { StoreOwner } from './owners';

type Places = readonly Pick<upkeep.ProgressRow, 'source' | 'cursor'>[];

const topicOf = (owner: StoreOwner) => `${owner}.events.v1`;

/**
 * One line for each relay: how many events of its store are not yet on its topic, as far as its record says.
 *
 * @param isCarried whether brokers are known; one that has no place yet then has everything before it
 */
export async function relaysBehind(
  places: Places,
  stores: ReadonlyMap<StoreOwner, EventStore>,
  isCarried: boolean,
): Promise<string[]> {
  const lines: string[] = [];
  for (const [owner, store] of stores) {
    const place = places.find(({ source }) => source === topicOf(owner));
    if (place === undefined && !isCarried) continue;
    const behind = await store.countFeed(place?.cursor ?? '0:0', await store.feedHead());
    lines.push(`${topicOf(owner)}: its relay is ${behind} events behind`);
  }
  return lines;
}

/** What cannot be looked at where no brokers are known; null: nothing lies on topics. */
export function unlookedTopics(places: Places): string | null {
  const onTopics = places.filter(({ source }) => !source.startsWith('embedded:')).length;
  return onTopics === 0
    ? null
    : `${onTopics} places of relays and consumers lie on Kafka, and no topic was looked at as no brokers are known: give --kafka BROKERS`;
}
