import { deadLetters, isTransient, progress, type StoredDeadLetter, type Tx } from '@atomicdb/event-store';
import type { Consumer } from './bus';
import { ConsumerTurn, type TurnOptions } from './consumer-turn';
import { batchSizeOf, handleInTransaction } from './in-transaction';
import type { Onlooker } from './onlooker';
import { StreamVersions } from './stream-versions';

/** Letters may be large; so many are in memory at a time. */
const mostAtOnce = 50;

/**
 * The partitions the letters came from, held as a batch holds its own: of two replicas that found the same letters the
 * second finds them gone, and no batch moves their streams meanwhile.
 */
async function holdPartitions(
  tx: Tx,
  consumer: Consumer,
  letters: readonly StoredDeadLetter[],
): Promise<void> {
  const places = new Map(
    letters.map(({ source, partition }) => [
      `${source} ${String(partition).padStart(9, '0')}`,
      { source, partition },
    ]),
  );
  for (const key of [...places.keys()].sort()) {
    const place = places.get(key);
    if (place) await progress.lockCursor(tx, consumer.name, place.source, place.partition);
  }
}

async function run(
  tx: Tx,
  consumer: Consumer,
  found: readonly StoredDeadLetter[],
  options: TurnOptions,
): Promise<void> {
  await holdPartitions(tx, consumer, found);
  const ids = found.map(({ envelope }) => envelope.eventId);
  const letters = await deadLetters.readStillReleased(tx, consumer.name, ids);
  const turns: ConsumerTurn[] = [];
  for (const owner of new Set(letters.map((letter) => letter.owner))) {
    const own = letters.filter((letter) => letter.owner === owner);
    const streams = own.map(({ envelope }) => envelope.stream);
    const versions = await StreamVersions.read(tx, consumer.name, owner, streams);
    const turn = new ConsumerTurn(consumer, tx, owner, versions, options);
    for (const letter of own) await turn.takeReleased(letter);
    turns.push(turn);
  }
  if (options.verdict === undefined && letters.length > 0) await consumer.flush?.(tx);
  for (const turn of turns) await turn.finish();
}

async function applyOrPutBack(
  consumer: Consumer,
  letter: StoredDeadLetter,
  onlooker: Onlooker,
): Promise<void> {
  const apply = (tx: Tx) => run(tx, consumer, [letter], { onlooker, followers: 0 });
  try {
    await handleInTransaction(consumer, [letter], onlooker, apply);
  } catch (error) {
    if (isTransient(error)) throw error;
    const verdict = `poison: ${String(error)}`;
    const putBack = (tx: Tx) => run(tx, consumer, [letter], { onlooker, followers: 0, verdict });
    await onlooker.during(() => consumer.database.transaction(putBack));
  }
}

/**
 * Applies letters that are marked as released: by an operator, or because the version they waited for has come. Each is
 * removed in the transaction that applies it, or put back with the new reason. Gives whether there were any.
 */
export async function applyReleased(consumer: Consumer, onlooker: Onlooker): Promise<boolean> {
  const limit = Math.min(batchSizeOf(consumer), mostAtOnce);
  const found = await consumer.database.transaction((tx) =>
    deadLetters.readReleased(tx, consumer.name, limit),
  );
  if (found.length === 0) return false;
  const apply = (tx: Tx) => run(tx, consumer, found, { onlooker, followers: 0 });
  try {
    await handleInTransaction(consumer, found, onlooker, apply);
  } catch (error) {
    if (isTransient(error)) throw error;
    for (const letter of found) await applyOrPutBack(consumer, letter, onlooker);
  }
  return true;
}
