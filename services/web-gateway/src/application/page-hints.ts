import type { Tail } from '@atomicdb/bus';
import { hintsOf, pagesProcessor, type Hint } from './hints';

/** Long enough for the projections to have the event too, short enough that nobody notices. */
const gatherMs = 150;
/** What a page shows comes from several projections: the slower ones have the event by then. */
const againMs = 2_000;

type Tell = (hint: Hint) => void;

/** Each hint once for all that a while brings. */
class Gathering {
  private readonly hints = new Map<string, Hint>();
  private timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly ms: number,
    private readonly tell: Tell,
  ) {}

  add(hint: Hint): void {
    this.hints.set(JSON.stringify(hint), hint);
    this.timer ??= setTimeout(() => this.flush(), this.ms);
  }

  stop(): void {
    if (this.timer) clearTimeout(this.timer);
  }

  private flush(): void {
    this.timer = null;
    const hints = [...this.hints.values()];
    this.hints.clear();
    hints.forEach(this.tell);
  }
}

/** Tells each hint once for all the events of a moment, and what to read of a position once more a little later. */
export class PageHints implements Tail {
  readonly name = pagesProcessor.name;
  readonly types = pagesProcessor.types;
  private readonly soon: Gathering;
  private readonly again: Gathering;

  constructor(tell: Tell) {
    this.again = new Gathering(againMs, tell);
    this.soon = new Gathering(gatherMs, (hint) => {
      tell(hint);
      if (hint.name === 'position') this.again.add(hint);
    });
  }

  handle(record: Parameters<Tail['handle']>[0]): void {
    for (const hint of hintsOf(record)) this.soon.add(hint);
  }

  /** Nobody knows what pages were not told: they read everything again. */
  joined(): void {
    this.soon.add({ name: 'reset', data: {} });
  }

  stop(): void {
    this.soon.stop();
    this.again.stop();
  }
}
