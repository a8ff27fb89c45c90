import type { Tx } from '@atomicdb/event-store';
import type { RequestFlag } from '../../domain/request';

/** The greatest version stays, whichever came first. */
export async function writeRequests(tx: Tx, flags: readonly RequestFlag[]): Promise<void> {
  await tx.query(
    'write-requests',
    `insert into requests as kept (request_id, position, state, version)
     select * from unnest($1::text[], $2::text[], $3::text[], $4::int[])
     on conflict (request_id) do update
       set position = excluded.position, state = excluded.state, version = excluded.version
     where excluded.version > kept.version`,
    [
      flags.map(({ requestId }) => requestId),
      flags.map(({ position }) => position),
      flags.map(({ state }) => state),
      flags.map(({ version }) => version),
    ],
  );
}
