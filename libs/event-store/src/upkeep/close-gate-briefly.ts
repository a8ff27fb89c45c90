import { closeGate } from '../rebuild/append-gate';
import type { Tx } from '../transaction';

/** Appends that come while this waits for those under way wait behind it. */
const waitMs = 200;
/** The server opens the gate of a process that says nothing for so long. */
const idleMs = 10_000;

/** Closes the gate of the appends for a moment; throws 55P03 when an append under way does not end soon. */
export async function closeGateBriefly(tx: Tx, schema: string): Promise<void> {
  await tx.query(
    'bound-gate',
    `select set_config('lock_timeout', $1, true), set_config('idle_in_transaction_session_timeout', $2, true)`,
    [String(waitMs), String(idleMs)],
  );
  await closeGate(tx, schema);
}
