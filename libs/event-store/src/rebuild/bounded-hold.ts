import { wholeStoreMs, type Tx } from '../transaction';

/** How long others are held back, in milliseconds. */
export interface HoldLimits {
  /** The server ends the hold of a process that says nothing for so long: frozen, or cut off. */
  readonly idleMs: number;
  /** What is worked on longer than this is not spoken for any more. */
  readonly longestMs: number;
}

/** Of the statements that keep it alive, in the time the server waits for one. */
const beatsInTime = 4;

/** To be called before others are held back in a transaction. */
export async function boundHold(tx: Tx, { idleMs }: HoldLimits): Promise<void> {
  // Taking over the versions of some million streams is one statement.
  await tx.allowStatements(wholeStoreMs);
  await tx.query('', `set local idle_in_transaction_session_timeout = ${Math.ceil(idleMs)}`);
}

/**
 * Keeps a held transaction alive while its own process works elsewhere, and only while it does. Once the server has ended
 * it the next statement of the transaction fails, for a reason that passes.
 */
export async function keepAlive<T>(tx: Tx, limits: HoldLimits, work: () => Promise<T>): Promise<T> {
  const end = performance.now() + limits.longestMs;
  const beat = () => {
    // A hold that is gone shows in the next statement of the transaction itself.
    if (performance.now() < end) tx.query('', 'select 1').catch(() => undefined);
  };
  const beating = setInterval(beat, limits.idleMs / beatsInTime);
  try {
    return await work();
  } finally {
    clearInterval(beating);
  }
}
