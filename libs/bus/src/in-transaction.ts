import type { Tx } from '@atomicdb/event-store';
import type { EventRecord } from '@atomicdb/events';
import type { Consumer } from './bus';
import type { Onlooker } from './onlooker';
import { concerns, readEvent, type RawEvent } from './read-event';

/** Source: reliability.md, "Rules the code keeps" 4. */
const defaultBatchSize = 200;

export function batchSizeOf(consumer: Consumer): number {
  return consumer.batchSize ?? defaultBatchSize;
}

function recordsFor(consumer: Consumer, events: readonly RawEvent[]): EventRecord[] {
  const read = events.filter(({ envelope }) => concerns(consumer, envelope)).map(readEvent);
  return read.filter((event) => typeof event !== 'string');
}

/** What a consumer makes ready is no matter of the events. Coded as a serialization failure: they come again. */
async function prepare(consumer: Consumer): Promise<void> {
  try {
    await consumer.prepare?.();
  } catch (error) {
    const message = `${consumer.name} could not prepare: ${String(error)}`;
    throw Object.assign(new Error(message, { cause: error }), { code: '40001' });
  }
}

/**
 * One transaction in which events are handled: the consumer prepares before it, the locks of what handling may append
 * come first, the consumer is told how it ended, and readers are woken.
 */
export async function handleInTransaction(
  consumer: Consumer,
  events: readonly RawEvent[],
  onlooker: Onlooker,
  work: (tx: Tx) => Promise<void>,
): Promise<void> {
  const { appends, database } = consumer;
  const whole = async (tx: Tx) => {
    if (appends) await appends.store.lock(tx, appends.locks(recordsFor(consumer, events)));
    await work(tx);
  };
  await prepare(consumer);
  try {
    await onlooker.during(() => database.transaction(whole));
  } catch (error) {
    await consumer.settled?.('rolled-back');
    throw error;
  }
  await consumer.settled?.('committed');
  appends?.store.announce();
}
