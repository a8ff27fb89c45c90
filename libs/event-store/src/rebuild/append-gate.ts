import type { Tx } from '../transaction';

/** SQL of the gate's key, from SQL of the schema's name. */
export const gateKey = (schema: string) => `hashtextextended(${schema} || '/gate', 3)`;

/**
 * Waits for the appends under way and holds back all others until the transaction ends. Every append passes the gate
 * before it does anything else, so one that waits holds nothing. Takes no transaction id: the feeds go on.
 */
export async function closeGate(tx: Tx, schema: string): Promise<void> {
  await tx.query('close-gate', `select pg_advisory_xact_lock(${gateKey('$1')})`, [schema]);
}
