import type { Tx } from '@atomicdb/event-store';
import { readPosition } from '../adapters/postgres/read-position';
import type { Settled } from '../domain/request-commands';

/** Why a row that comes back needs no search any more; null where it does. */
export async function settledBy(tx: Tx, position: string, budgetNodes: number): Promise<Settled | null> {
  const { closed, deepestNodes } = await readPosition(tx, position);
  if (closed !== null) return 'closure';
  return deepestNodes >= budgetNodes ? 'deeper' : null;
}
