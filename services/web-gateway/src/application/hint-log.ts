import type { Hint } from './hints';

export interface LoggedHint {
  /** `run-number`: another process, or this one after a restart, does not know it. */
  readonly id: string;
  readonly hint: Hint;
}

/** The last hints of this process, so that a client that was cut off misses none. Source: api.md, "Conventions". */
export class HintLog {
  /** Number of the newest; entry n stands at n modulo the room. */
  private newest = 0;
  private readonly kept: LoggedHint[] = [];
  private readonly listeners = new Set<(logged: LoggedHint) => void>();

  /**
   * @param run tells this process from others
   * @param room number of hints that are kept
   */
  constructor(
    private readonly run: string,
    private readonly room = 10_000,
  ) {}

  get lastId(): string {
    return `${this.run}-${this.newest}`;
  }

  add(hint: Hint): void {
    this.newest += 1;
    const logged = { id: this.lastId, hint };
    this.kept[this.newest % this.room] = logged;
    for (const listener of this.listeners) listener(logged);
  }

  /** The hints after an id, oldest first; null where the id is unknown or too old. */
  after(id: string): LoggedHint[] | null {
    const digits = id.startsWith(`${this.run}-`) ? id.slice(this.run.length + 1) : '';
    const number = /^\d{1,15}$/.test(digits) ? Number(digits) : NaN;
    const missed = this.newest - number;
    if (!(missed >= 0 && missed <= this.room)) return null;
    return Array.from({ length: missed }, (_, index) => this.kept[(number + index + 1) % this.room]).filter(
      (logged) => logged !== undefined,
    );
  }

  listen(listener: (logged: LoggedHint) => void): void {
    this.listeners.add(listener);
  }
}
