import type { Tail } from '@atomicdb/bus';
import { hintsOf, pagesProcessor, type Hint } from './hints';

/** Long enough for the projections to have the event too, short enough that nobody notices. */
const gatherMs = 150;

/** Tells each hint once for all the events of a moment. */
export class PageHints implements Tail {
  readonly name = pagesProcessor.name;
  readonly types = pagesProcessor.types;
  private readonly gathered = new Map<string, Hint>();
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly tell: (hint: Hint) => void) {}

  handle(record: Parameters<Tail['handle']>[0]): void {
    for (const hint of hintsOf(record)) this.gathered.set(JSON.stringify(hint), hint);
    this.gather();
  }

  /** Nobody knows what pages were not told: they read everything again. */
  joined(): void {
    const reset: Hint = { name: 'reset', data: {} };
    this.gathered.set(JSON.stringify(reset), reset);
    this.gather();
  }

  stop(): void {
    if (this.timer) clearTimeout(this.timer);
  }

  private gather(): void {
    this.timer ??= setTimeout(() => this.flush(), gatherMs);
  }

  private flush(): void {
    this.timer = null;
    const hints = [...this.gathered.values()];
    this.gathered.clear();
    for (const hint of hints) this.tell(hint);
  }
}
