import { rebuilds as ofAnalyses } from '@atomicdb/analyses/rebuilds';
import { rebuilds as ofAttribution } from '@atomicdb/attribution/rebuilds';
import { rebuilds as ofBacking } from '@atomicdb/backing/rebuilds';
import {
  EmbeddedLog,
  KafkaLog,
  rebuildTables,
  TablesDiffer,
  type Log,
  type Rebuildable,
} from '@atomicdb/bus';
import { Database, EventStore } from '@atomicdb/event-store';
import { rebuilds as ofPositions } from '@atomicdb/positions/rebuilds';
import { rebuilds as ofQueue } from '@atomicdb/queue-scheduling/rebuilds';
import { findProduct, type FoundProduct } from '../find-product';
import { sentenceOf } from '../sentence';
import { codeMark } from './code-mark';
import type { RebuildCommand } from './parse-rebuild';
import { ProgressReport, type Screen } from './progress-report';
import { refuseOtherCarrier } from './refuse-other-carrier';

/** Everything of the product that follows from events alone. */
export const rebuildables: readonly Rebuildable[] = [
  ...ofPositions,
  ...ofAnalyses,
  ...ofQueue,
  ...ofAttribution,
  ...ofBacking,
];

function openLog({ roleUrl, brokers }: FoundProduct): Log {
  if (brokers !== null) return new KafkaLog(brokers);
  return new EmbeddedLog(
    async (owner) => new EventStore(await Database.open({ service: owner, url: roleUrl(owner) }), owner),
  );
}

/**
 * Rebuilds what was named, one after the other. False when tables differed and so were not switched. What fails is told,
 * and the others are tried all the same; throws afterwards.
 */
export async function runRebuild(
  command: RebuildCommand,
  screen: Screen,
  signal: AbortSignal,
): Promise<boolean> {
  const product = await findProduct(command.place);
  const chosen = command.names.flatMap((name) => rebuildables.filter((each) => each.name === name));
  await refuseOtherCarrier(chosen, product);
  const parts = { product, log: openLog(product), code: codeMark(), screen, signal };
  const failed: string[] = [];
  let isEqual = true;
  try {
    for (const what of chosen) {
      const outcome = await rebuildOrTell(what, command, parts);
      if (outcome === null) failed.push(what.name);
      isEqual &&= outcome === true;
    }
  } finally {
    await parts.log.close();
  }
  if (failed.length > 0) throw new Error(`Not rebuilt: ${[...new Set(failed)].join(', ')}.`);
  return isEqual;
}

/** Null: it failed. Of a single one the reason is the whole answer. */
async function rebuildOrTell(
  what: Rebuildable,
  command: RebuildCommand,
  parts: Parts,
): Promise<boolean | null> {
  try {
    return await rebuildOne(what, command, parts);
  } catch (error) {
    if (parts.signal.aborted || command.names.length === 1) throw error;
    new ProgressReport(what.name, parts.screen).report(new Error(`not rebuilt: ${sentenceOf(error)}`));
    return null;
  }
}

interface Parts {
  readonly product: FoundProduct;
  readonly log: Log;
  readonly code: string;
  readonly screen: Screen;
  readonly signal: AbortSignal;
}

async function rebuildOne(
  what: Rebuildable,
  { acceptDifferences, dropOld }: RebuildCommand,
  { product, log, code, screen, signal }: Parts,
): Promise<boolean> {
  const watch = new ProgressReport(what.name, screen);
  const url = (schema: string) => product.roleUrl(schema);
  try {
    const result = await rebuildTables(what, { url, log, watch, code, signal, acceptDifferences, dropOld });
    watch.end(result, true);
    return true;
  } catch (error) {
    if (!(error instanceof TablesDiffer)) throw error;
    watch.end({ isResumed: false, events: 0, seconds: 0, tables: error.tables }, false);
    return false;
  }
}
