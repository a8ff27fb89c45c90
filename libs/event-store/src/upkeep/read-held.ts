import type { Tx } from '../transaction';

export interface HeldRow {
  readonly consumer: string;
  readonly owner: string;
  readonly stream: string;
  readonly version: number;
}

/**
 * Events that lie among the dead letters without counting as passed: those that wait, and those whose envelope could not
 * be read, where it names stream and version all the same.
 */
export async function readHeld(tx: Tx): Promise<HeldRow[]> {
  return tx.query<HeldRow>(
    'read-held',
    `select consumer, owner, stream, version from dead_letters
      where kind = 'waiting' or kind = 'unreadable' and reason like 'damaged-envelope:%'`,
  );
}
