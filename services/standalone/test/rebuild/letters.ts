import type { Consumer } from '@atomicdb/bus';
import { deadLetters } from '@atomicdb/event-store';
import { ownerOf } from '@atomicdb/events';
import type { LiveSide } from './live-side';
import type { Carried, PlantedEvent } from './planted-events';

const services = ['attribution', 'backing', 'queue'] as const;
/** Consumers that can make nothing of an analysis without a score, and say so before anything is done for it. */
const refusing = ['backing:values:1', 'backing:seeds:1'];

/** Every dead letter of the live side: who set what aside, and why, without the details. */
export async function lettersOf(live: LiveSide): Promise<string[]> {
  const all: string[] = [];
  for (const service of services) {
    const rows = await live.database(service).query<{ letter: string }>(
      'letters',
      `select concat_ws(' ', consumer, kind, stream || '@' || version, split_part(reason, ':', 1)) as letter
         from dead_letters`,
    );
    all.push(...rows.map(({ letter }) => letter));
  }
  return all.sort();
}

export interface Fate {
  readonly consumers: readonly Consumer[];
  /** Streams of a history's analyses of which no value can be made. */
  readonly unusable: readonly string[];
}

/** The letters that these events must become, and no others. */
export function expectedLetters(planted: readonly PlantedEvent[], { consumers, unusable }: Fate): string[] {
  const unread = new Set(
    planted.map(({ carried: { envelope } }) => `${envelope.stream}@${envelope.version}`),
  );
  const tried = unusable.filter((stream) => !unread.has(`${stream}@1`));
  const letters = tried.flatMap((stream) => refusing.map((name) => `${name} poison ${stream}@1 poison`));
  for (const { owner, carried, kind, reason, handled } of planted) {
    const { stream, version } = carried.envelope;
    const concerned = consumers.filter(
      ({ types }) =>
        types.some((type) => ownerOf(type) === owner) &&
        (handled === null || types.some((type) => type === handled)),
    );
    letters.push(...concerned.map(({ name }) => `${name} ${kind} ${stream}@${version} ${reason}`));
  }
  return letters.sort();
}

/** What a later release does for events that this one could not read, and the operator after it. */
export async function mendAndRelease(live: LiveSide, real: readonly Carried[]): Promise<number> {
  let released = 0;
  for (const service of services) {
    for (const { envelope, payload } of real) {
      const { eventId, type, schemaVersion } = envelope;
      await live
        .database(service)
        .query(
          'mend',
          `update dead_letters set type = $2, schema_version = $3, payload = $4 where event_id = $1`,
          [eventId, type, schemaVersion, Buffer.from(payload)],
        );
      const keys = await live.database(service).transaction((tx) => deadLetters.release(tx, { eventId }));
      released += keys.length;
    }
  }
  return released;
}
