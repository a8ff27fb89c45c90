import type { LiveSide } from './live-side';
import { plantedEvents, type PlantedEvent } from './planted-events';

/** Those of whose events no state of their own is made: such a state is made of what its own store wrote, all of it sound. */
const owners = ['accounts', 'backing'];

/** Unknown, newer, damaged and behind a version that never came: what a store would never write itself. */
const broken = plantedEvents(0).filter(
  ({ owner, reason }) => owners.includes(owner) && reason !== 'damaged-envelope',
);

/** Plants them among the events of their owners. */
export async function plantBrokenEvents(live: LiveSide): Promise<readonly PlantedEvent[]> {
  for (const { owner, carried } of broken) {
    const { eventId, stream, version, type, schemaVersion } = carried.envelope;
    await live.database(owner).query(
      'plant',
      `insert into events (event_id, stream, version, type, schema_version, occurred_at, canonical_version, payload)
       values ($1, $2, $3, $4, $5, now(), 1, $6)`,
      [eventId, stream, version, type, schemaVersion, Buffer.from(carried.payload)],
    );
  }
  return broken;
}
