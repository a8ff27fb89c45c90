import { AccountRegistered } from '@atomicdb/events';
import type { LiveSide } from './live-side';

/** Unknown, damaged, and two behind a version that never came: what a store would never write itself. */
const broken = [
  { stream: 'account-broken-1', version: 1, type: 'NobodyKnowsIt', payload: Buffer.from([0]) },
  { stream: 'account-broken-2', version: 1, type: 'AccountRegistered', payload: Buffer.from([255, 255]) },
  ...[3, 4].map((version) => ({
    stream: 'account-broken-3',
    version,
    type: 'AccountRegistered',
    payload: Buffer.from(
      AccountRegistered.encode({ accountId: 'gap', name: 'gap', operator: false }).finish(),
    ),
  })),
];

/** Plants them among the events of accounts; gives how many. */
export async function plantBrokenEvents(live: LiveSide): Promise<number> {
  for (const { stream, version, type, payload } of broken) {
    await live.database('accounts').query(
      'plant',
      `insert into events (event_id, stream, version, type, schema_version, occurred_at, canonical_version, payload)
       values (gen_random_uuid(), $1, $2, $3, 1, now(), 1, $4)`,
      [stream, version, type, payload],
    );
  }
  return broken.length;
}

/** Every dead letter of the live side: who set what aside, and why. */
export async function deadLettersOf(live: LiveSide): Promise<string[]> {
  const all: string[] = [];
  for (const service of ['attribution', 'backing', 'queue']) {
    const rows = await live
      .database(service)
      .query<{ letter: string }>(
        'letters',
        `select consumer || ' ' || kind || ' ' || stream || ' ' || version as letter from dead_letters`,
      );
    all.push(...rows.map(({ letter }) => letter));
  }
  return all.sort();
}
