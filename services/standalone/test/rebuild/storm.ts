import type { Consumer } from '@atomicdb/bus';
import { progress, upkeep } from '@atomicdb/event-store';
import { ownerOf, type Owner } from '@atomicdb/events';
import { eventually, seeded, type Random } from '@atomicdb/testing';
import { History } from './history';
import { expectedLetters, lettersOf, mendAndRelease } from './letters';
import { LiveSide } from './live-side';
import { asUnreadable, owners, plantedEvents, type Carried, type PlantedEvent } from './planted-events';
import { stirred, StormyBus, StormyFeed } from './stormy-feed';

export interface StormPlan {
  readonly seed: number;
  /** Events of each round. */
  readonly events: number;
  /** In every second one real events come unreadable, and are mended and released at its end. */
  readonly rounds: number;
  readonly settleMs: number;
  readonly say: (line: string) => void;
  /** Puts another consumer in the place of one of those in the storm, to see that it is found out. */
  readonly mutant?: (consumer: Consumer) => Consumer;
}

export interface StormRound {
  /** Hashes of every table: of the events applied plainly, and as they came through the storm. */
  readonly plain: Record<string, string>;
  readonly stormy: Record<string, string>;
  /** Dead letters once everything has come. */
  readonly letters: readonly string[];
  readonly expectedLetters: readonly string[];
  /** And after those that could be mended were released. */
  readonly lettersLeft: readonly string[];
  readonly expectedLeft: readonly string[];
}

export interface StormCounts {
  events: number;
  deliveries: number;
  duplicates: number;
  late: number;
  /** Events that no store would have written. */
  planted: number;
  /** Real events that came unreadable. */
  unreadable: number;
  released: number;
  /** Times that the progress was set back to the start while consumers ran, and with a restart. */
  setBack: number;
  restarted: number;
}

export interface StormReport {
  readonly counts: Readonly<StormCounts>;
  readonly rounds: readonly StormRound[];
}

/** The same events twice: into one product as they were written, into another through a storm. */
export async function runStorm(plan: StormPlan): Promise<StormReport> {
  const [plain, stormy] = [await LiveSide.open(), await LiveSide.open()];
  const { mutant } = plan;
  if (mutant) stormy.consumers.splice(0, Infinity, ...stormy.consumers.map(mutant));
  try {
    return await new Storm(plan, plain, stormy).run();
  } finally {
    await plain.close();
    await stormy.close();
  }
}

const mostCopiedAtOnce = 400;
const unreadableOneIn = 25;
const stretches = [1, 5, 20, 60, 200];

class Storm {
  private readonly random: Random;
  private readonly history: History;
  private readonly feeds: ReadonlyMap<Owner, StormyFeed>;
  private readonly copied = new Map<Owner, string>();
  private readonly planted: PlantedEvent[] = [];
  private readonly counts: StormCounts = {
    events: 0,
    deliveries: 0,
    duplicates: 0,
    late: 0,
    planted: 0,
    unreadable: 0,
    released: 0,
    setBack: 0,
    restarted: 0,
  };

  constructor(
    private readonly plan: StormPlan,
    private readonly plain: LiveSide,
    private readonly stormy: LiveSide,
  ) {
    this.random = seeded(plan.seed);
    this.history = new History(seeded(plan.seed), 'h');
    this.feeds = new Map(owners.map((owner) => [owner, new StormyFeed(stormy.database(owner), owner)]));
  }

  async run(): Promise<StormReport> {
    await this.plain.follow();
    await this.followStorm();
    const rounds: StormRound[] = [];
    for (let round = 1; round <= this.plan.rounds; round += 1) {
      rounds.push(await this.round(round));
      this.plan.say(`round ${round}: ${JSON.stringify(this.counts)}`);
    }
    const counts = { ...this.counts, events: this.history.events };
    return { counts, rounds };
  }

  private async round(round: number): Promise<StormRound> {
    await this.plain.write(this.history, this.plan.events);
    const planted = plantedEvents(round);
    this.planted.push(...planted);
    this.counts.planted += planted.length;
    const unreadable: { real: Carried; seen: PlantedEvent }[] = [];
    for (const owner of owners) {
      const real = await this.copyNew(owner);
      const seen = round % 2 === 0 ? this.darken(owner, real, unreadable) : real;
      const foreign = planted.filter((one) => one.owner === owner).map(({ carried }) => carried);
      this.deliver(owner, [...seen, ...foreign]);
    }
    await this.blow();
    const letters = await lettersOf(this.stormy);
    const fate = { consumers: this.stormy.consumers, unusable: this.history.unusable };
    const seen = unreadable.map((one) => one.seen);
    const expected = expectedLetters([...this.planted, ...seen], fate);
    this.counts.unreadable += unreadable.length;
    this.counts.released += await mendAndRelease(
      this.stormy,
      unreadable.map((one) => one.real),
    );
    await this.settle();
    await this.plain.settle(this.plan.settleMs);
    return {
      plain: await this.plain.hashes(),
      stormy: await this.stormy.hashes(),
      letters,
      expectedLetters: expected,
      lettersLeft: await lettersOf(this.stormy),
      expectedLeft: expectedLetters(this.planted, fate),
    };
  }

  /** What the plain side has written since, appended in other transactions: state tables follow at once. */
  private async copyNew(owner: Owner): Promise<Carried[]> {
    const store = this.plain.store(owner);
    const from = this.copied.get(owner) ?? '0:0';
    const fresh: Carried[] = [];
    for (let cursor = from; ;) {
      const { events } = await store.readCommitted(cursor, 1_000);
      const last = events.at(-1);
      if (last === undefined) break;
      cursor = last.cursor;
      this.copied.set(owner, cursor);
      fresh.push(...events.map(({ envelope, payload }) => ({ envelope, payload })));
    }
    for (let start = 0; start < fresh.length;) {
      const end = start + 1 + this.random.below(mostCopiedAtOnce);
      await upkeep.appendRecorded(this.stormy.store(owner), fresh.slice(start, end));
      start = end;
    }
    return fresh;
  }

  private darken(
    owner: Owner,
    real: readonly Carried[],
    unreadable: { real: Carried; seen: PlantedEvent }[],
  ): Carried[] {
    return real.map((event) => {
      if (this.random.below(unreadableOneIn) > 0) return event;
      const seen = asUnreadable(owner, event, unreadable.length);
      unreadable.push({ real: event, seen });
      return seen.carried;
    });
  }

  private deliver(owner: Owner, events: readonly Carried[]): void {
    const { deliveries, duplicates, late } = stirred(events, this.random);
    this.feed(owner).add(deliveries);
    this.counts.deliveries += deliveries.length;
    this.counts.duplicates += duplicates;
    this.counts.late += late;
  }

  /** Stretches of the owners' events in any order, the progress lost twice on the way. */
  private async blow(): Promise<void> {
    const hidden = () => [...this.feeds.values()].filter((feed) => feed.hidden > 0);
    const left = () => hidden().reduce((sum, feed) => sum + feed.hidden, 0);
    const [setBackAt, restartAt] = [left() * 0.6, left() * 0.3];
    const before = { ...this.counts };
    while (left() > 0) {
      const feed = this.random.pick(hidden());
      if (this.counts.setBack === before.setBack && left() <= setBackAt) await this.setBack(feed);
      feed.show(this.random.pick(stretches));
      await this.untilLevel([feed]);
      if (this.counts.restarted === before.restarted && left() <= restartAt) await this.restartFromZero();
    }
    await this.settle();
  }

  /** While they run: who reads this feed finds at its next batch that it is to begin again. */
  private async setBack(feed: StormyFeed): Promise<void> {
    this.counts.setBack += 1;
    for (const { name, database } of this.readersOf(feed))
      await database.query('', `delete from consumer_progress where consumer = $1`, [name]);
  }

  private async restartFromZero(): Promise<void> {
    this.counts.restarted += 1;
    await this.stormy.unfollow();
    for (const { name, database } of this.stormy.consumers)
      await database.query('', `delete from consumer_progress where consumer = $1`, [name]);
    await this.followStorm();
  }

  private followStorm(): Promise<void> {
    return this.stormy.follow(new StormyBus(this.feeds, () => undefined));
  }

  private async settle(): Promise<void> {
    await this.untilLevel([...this.feeds.values()]);
    const released = () =>
      Promise.all(
        this.stormy.consumers.map(({ name, database }) =>
          database.query('', `select from dead_letters where consumer = $1 and released_at is not null`, [
            name,
          ]),
        ),
      );
    await eventually(async () => expect((await released()).flat()).toEqual([]), {
      timeoutMs: this.plan.settleMs,
    });
  }

  private async untilLevel(feeds: readonly StormyFeed[]): Promise<void> {
    for (const feed of feeds.filter(({ head }) => head !== null)) {
      for (const { name, database } of this.readersOf(feed)) {
        const source = `embedded:${feed.owner}`;
        const reached = () => database.transaction((tx) => progress.readCursors(tx, name, source));
        await eventually(async () => expect((await reached()).get(0)).toBe(feed.head), {
          timeoutMs: this.plan.settleMs,
          everyMs: 10,
        });
      }
    }
  }

  private readersOf({ owner }: StormyFeed) {
    return this.stormy.consumers.filter(({ types }) => types.some((type) => ownerOf(type) === owner));
  }

  private feed(owner: Owner): StormyFeed {
    const feed = this.feeds.get(owner);
    if (feed === undefined) throw new Error(`no feed of ${owner}`);
    return feed;
  }
}
