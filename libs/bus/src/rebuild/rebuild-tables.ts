import { Database, EventStore, isTransient, rebuild, type Tx } from '@atomicdb/event-store';
import { ownerOf } from '@atomicdb/events';
import { pause } from '../pause';
import type { Log } from './log-reader';
import type { Rebuildable, RebuildableProjection } from './rebuildable';
import type { Refold, Target } from './refold';
import { RefoldProjection } from './refold-projection';
import { RefoldState } from './refold-state';

export type TableComparison = rebuild.TableComparison;

/** What a rebuild tells on its way. */
export interface RebuildWatch {
  /** Events folded by this process, of those it has to fold. */
  folded(done: number, total: number): void;
  /** What it does now. */
  phase(phase: 'folding' | 'comparing' | 'switching'): void;
  /** Told of every event that is set aside, and of what is tried again. */
  report(fault: Error): void;
}

export interface RebuildOptions {
  /** URL of the role that owns a schema. */
  readonly url: (schema: string) => string;
  readonly log: Log;
  readonly watch: RebuildWatch;
  /** Names the code that folds: what another left behind is not gone on with. */
  readonly code: string;
  readonly signal: AbortSignal;
  /** Switch also where the rebuilt tables differ from the live ones. */
  readonly acceptDifferences?: boolean;
  /** Drop the tables that were switched out. */
  readonly dropOld?: boolean;
  readonly limits?: Partial<RebuildLimits>;
}

export interface RebuildLimits extends rebuild.HoldLimits {
  /** So few events are folded while the live side is held. */
  readonly fewEvents: number;
  /** So often it folds what has come meanwhile, until so few are left. */
  readonly mostRounds: number;
}

export interface RebuildResult {
  readonly isResumed: boolean;
  /** Folded by this process. */
  readonly events: number;
  readonly seconds: number;
  readonly tables: readonly TableComparison[];
}

/** The rebuilt tables are not the live ones: nothing was switched. */
export class TablesDiffer extends Error {
  constructor(readonly tables: readonly TableComparison[]) {
    const names = tables.filter((table) => !rebuild.isEqual(table)).map(({ table }) => table);
    super(`the rebuilt tables differ from the live ones: ${names.join(', ')}`);
    this.name = 'TablesDiffer';
  }
}

/** More is written than folded: nothing was switched, and what was folded stays. */
export class OutrunByWriters extends Error {
  constructor(name: string, { mostRounds }: RebuildLimits, left: number) {
    super(
      `${name}: events are written faster than they are folded, ${left} are left after ${mostRounds} rounds. ` +
        'Run it again when less is written: it goes on where it was.',
    );
    this.name = 'OutrunByWriters';
  }
}

const defaultLimits: RebuildLimits = {
  idleMs: 5_000,
  longestMs: 60_000,
  fewEvents: 5_000,
  mostRounds: 50,
};
const retryMs = 500;
const mostRetries = 20;
/** Large enough that the fixed cost of a transaction does not count, small enough that what is read dies young. */
const batchSize = 1_000;

/**
 * Makes tables again beside the live ones, compares them at one moment and puts them in their place. Killed at any point
 * it goes on where it was when it is called again; until the switch commits, the live tables are what they were.
 */
export async function rebuildTables(what: Rebuildable, options: RebuildOptions): Promise<RebuildResult> {
  const { service, migrations } = what;
  const live = await Database.open({ service, url: options.url(service), migrations });
  try {
    const leadership = await live.tryLeadership('rebuild');
    if (leadership === null) throw new Error(`Another rebuild works on the tables of ${service}.`);
    try {
      return await rebuildBeside(live, what, options);
    } finally {
      await leadership.release();
    }
  } finally {
    await live.close();
  }
}

async function rebuildBeside(
  live: Database,
  what: Rebuildable,
  options: RebuildOptions,
): Promise<RebuildResult> {
  const { service, migrations } = what;
  const place = { service, url: options.url(service), migrations };
  await live.refuseNewer();
  await refuseOtherVersion(live, what);
  const shadow = await rebuild.openShadow(place, markOf(what, live, options.code));
  try {
    const refold = await refoldOf(what, live, shadow.database, options);
    const run = new RebuildRun(what, live, refold, options);
    const result = await run.run();
    await rebuild.clearShadow(shadow.database);
    if (options.dropOld) await rebuild.dropRetired(live);
    return { ...result, isResumed: shadow.isResumed };
  } finally {
    await shadow.database.close();
  }
}

async function refoldOf(
  what: Rebuildable,
  live: Database,
  shadow: Database,
  { log, watch }: RebuildOptions,
): Promise<Refold> {
  if ('owner' in what) return new RefoldState(what, new EventStore(live, what.owner), shadow);
  const consumers = consumersOf(what, shadow);
  const owners = new Set(consumers.flatMap(({ types }) => types.map(ownerOf)));
  const readers = await log.readersOf([...owners]);
  return new RefoldProjection(what, consumers, readers, live, shadow, (fault) => watch.report(fault));
}

function consumersOf(what: RebuildableProjection, shadow: Database) {
  return what.consumers(shadow).map((consumer) => ({ batchSize, ...consumer }));
}

/** Another code folds into tables of its own: what it left is not gone on with. */
function markOf(what: Rebuildable, live: Database, code: string): string {
  const migrations = what.migrations.map(({ name }) => name);
  const by = 'owner' in what ? [what.owner] : what.consumers(live).map(({ name }) => name);
  return JSON.stringify([what.name, what.tables, migrations, by, code]);
}

async function refuseOtherVersion(live: Database, { service, migrations }: Rebuildable): Promise<void> {
  const rows = await live.query<{ name: string }>('', `select name from migrations`);
  const applied = new Set(rows.map(({ name }) => name));
  if (migrations.every(({ name }) => applied.has(name))) return;
  throw new Error(`The database of ${service} is of another release: start this one once, then rebuild.`);
}

class RebuildRun {
  private folded = 0;
  private retries = 0;
  private startedAt = Date.now();
  private readonly limits: RebuildLimits;

  constructor(
    private readonly what: Rebuildable,
    private readonly live: Database,
    private readonly refold: Refold,
    private readonly options: RebuildOptions,
  ) {
    this.limits = { ...defaultLimits, ...options.limits };
  }

  async run(): Promise<Omit<RebuildResult, 'isResumed'>> {
    const { watch } = this.options;
    watch.phase('folding');
    await this.catchUp();
    const seconds = (Date.now() - this.startedAt) / 1_000;
    const events = this.folded;
    await this.analyse();
    watch.phase('comparing');
    const tables = await this.patiently(() => this.compare());
    if (!this.options.acceptDifferences && !tables.every(rebuild.isEqual)) throw new TablesDiffer(tables);
    await this.catchUp();
    watch.phase('switching');
    await this.patiently(() => this.switch());
    return { events, seconds, tables };
  }

  /** Until only a little is left, which is folded while the live side is held. */
  private async catchUp(): Promise<void> {
    let remaining = 0;
    for (let round = 1; round <= this.limits.mostRounds; round += 1) {
      const target = await this.refold.target();
      remaining = await target.remaining();
      const total = this.folded + remaining;
      this.tell(total);
      await this.patiently(() => target.reach((events) => this.onFolded(events, total), this.signal));
      if (remaining < this.limits.fewEvents) return;
    }
    throw new OutrunByWriters(this.what.name, this.limits, remaining);
  }

  private compare(): Promise<TableComparison[]> {
    return rebuild.compareAtOneMoment(this.live, this.what.tables, (tx) => this.holdAndReach(tx));
  }

  private switch(): Promise<void> {
    return this.live.transaction(async (tx) => {
      await this.holdAndReach(tx);
      await this.refold.takeOver(tx);
      await rebuild.switchTables(tx, this.what.service, this.what.tables);
      await rebuild.removeMark(tx, this.what.service);
    });
  }

  private async holdAndReach(tx: Tx): Promise<void> {
    await rebuild.boundHold(tx, this.limits);
    const target: Target = await this.refold.hold(tx);
    const reach = () => target.reach((events) => (this.folded += events), this.signal);
    await rebuild.keepAlive(tx, this.limits, reach);
    this.signal.throwIfAborted();
  }

  /** The planner of the live side reads the statistics of the new tables from the first moment. */
  private async analyse(): Promise<void> {
    const shadow = rebuild.shadowOf(this.what.service);
    for (const table of this.what.tables) await this.live.query('', `analyze "${shadow}"."${table}"`);
  }

  private onFolded(events: number, total: number): void {
    this.folded += events;
    this.tell(total);
  }

  private tell(total: number): void {
    this.options.watch.folded(this.folded, total);
  }

  private get signal(): AbortSignal {
    return this.options.signal;
  }

  /** A server that restarts or a conflict is no reason to give up; what was folded is kept. */
  private async patiently<T>(work: () => Promise<T>): Promise<T> {
    for (;;) {
      this.signal.throwIfAborted();
      try {
        const result = await work();
        this.signal.throwIfAborted();
        return result;
      } catch (error) {
        if (!isTransient(error) || ++this.retries > mostRetries) throw error;
        this.options.watch.report(error instanceof Error ? error : new Error(String(error)));
        await pause(retryMs, this.signal);
      }
    }
  }
}
