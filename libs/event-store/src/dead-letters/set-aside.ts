import type { Tx } from '../database';
import type { DeadLetter } from './dead-letter';

/** Sets one event aside; one that lies there already stays as it is. A waiting one has not been tried yet. */
export async function setAside(tx: Tx, letter: DeadLetter): Promise<void> {
  const { envelope } = letter;
  await tx.query(
    'set-aside',
    `insert into dead_letters (consumer, kind, owner, source, partition, cursor, event_id, type, schema_version, stream,
                               version, occurred_at, producer, canonical_version, traceparent, payload, reason, attempts)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)
     on conflict do nothing`,
    [
      letter.consumer,
      letter.kind,
      letter.owner,
      letter.source,
      letter.partition,
      letter.cursor,
      envelope.eventId,
      envelope.type,
      envelope.schemaVersion,
      envelope.stream,
      envelope.version,
      envelope.occurredAt,
      envelope.producer,
      envelope.canonicalVersion,
      envelope.traceparent,
      Buffer.from(letter.payload),
      letter.reason,
      letter.kind === 'waiting' ? 0 : 1,
    ],
  );
}
