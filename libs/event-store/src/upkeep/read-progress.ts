import type { Tx } from '../transaction';

export interface ProgressRow {
  readonly consumer: string;
  /** embedded:OWNER, kafka:TOPIC, or the topic of a relay. */
  readonly source: string;
  readonly partition: number;
  readonly cursor: string;
}

/** How far every consumer of the schema came. */
export async function readProgress(tx: Tx): Promise<ProgressRow[]> {
  return tx.query<ProgressRow>(
    'read-progress',
    `select consumer, source, partition, cursor from consumer_progress
      where cursor <> '' order by consumer, source, partition`,
  );
}
