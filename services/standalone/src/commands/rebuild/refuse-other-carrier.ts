import { topicEnds, type Rebuildable } from '@atomicdb/bus';
import { Database, upkeep } from '@atomicdb/event-store';
import type { FoundProduct } from '../find-product';

type Row = upkeep.ProgressRow;

const topicOf = ({ source }: Row) => /^kafka:(.+)$/.exec(source)?.[1];
const isInProcess = ({ source }: Row) => source.startsWith('embedded:');

async function placesIn({ roleUrl }: FoundProduct, what: Rebuildable): Promise<readonly Row[]> {
  const { service } = what;
  const database = await Database.open({ service, url: roleUrl(service), maxConnections: 1 });
  try {
    const names = 'consumers' in what ? what.consumers(database).map(({ name }) => name) : [];
    const rows = await database.transaction(upkeep.readProgress);
    return rows.filter(({ consumer }) => names.includes(consumer));
  } finally {
    await database.close();
  }
}

/** The first place that these brokers cannot have given, in words; null: none. */
async function foreignPlace(rows: readonly Row[], brokers: readonly string[]): Promise<string | null> {
  for (const topic of new Set(rows.flatMap((row) => topicOf(row) ?? []))) {
    const ends = await topicEnds(brokers, topic);
    const beyond = rows.find(
      (row) => topicOf(row) === topic && BigInt(row.cursor) >= (ends.get(row.partition) ?? 0n),
    );
    if (beyond === undefined) continue;
    const { consumer, partition, cursor } = beyond;
    return `${consumer} is at offset ${cursor} of ${topic}/${partition}, which ends at ${ends.get(partition) ?? 0n} on ${brokers.join(',')}`;
  }
  return null;
}

async function faultOf(what: Rebuildable, product: FoundProduct): Promise<string | null> {
  const { brokers } = product;
  const rows = await placesIn(product, what);
  const isOverKafka = rows.some((row) => topicOf(row) !== undefined);
  if (brokers === null)
    return isOverKafka
      ? `The consumers of ${what.name} read over Kafka, and no brokers are known: give --kafka BROKERS.`
      : null;
  if (!isOverKafka && rows.some(isInProcess))
    return `The consumers of ${what.name} read inside the process and have read nothing over Kafka: leave --kafka out.`;
  const foreign = await foreignPlace(rows, brokers);
  return foreign === null ? null : `${foreign}: give the brokers of this product with --kafka BROKERS.`;
}

/**
 * Throws one sentence where what is to be folded would not be read from where the live consumers read it: tables would be
 * made of too few events, or of none.
 */
export async function refuseOtherCarrier(all: readonly Rebuildable[], product: FoundProduct): Promise<void> {
  for (const what of all.filter((each) => 'consumers' in each)) {
    const fault = await faultOf(what, product);
    if (fault !== null) throw new Error(`${fault} Nothing was changed.`);
  }
}
