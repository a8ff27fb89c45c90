import { Heap } from './heap';

/** A row that waits, with the names on it. */
export interface WaitingRow {
  readonly requestId: string;
  /** variant:key */
  readonly position: string;
  readonly budgetNodes: number;
  /** Set where the row was charged before and came back. */
  readonly paidTag: bigint | null;
  readonly names: readonly WaitingName[];
}

export interface WaitingName {
  readonly accountId: string;
  readonly askedAt: bigint;
  readonly seq: bigint;
  /** Place in the account's own list. */
  readonly ord: bigint;
}

/** What an account was charged last: the tag, and the number of that lease (-1: never). */
export interface AccountClock {
  readonly tag: bigint;
  readonly lastLease: bigint;
}

export interface Commons {
  readonly rows: readonly WaitingRow[];
  readonly accounts: ReadonlyMap<string, AccountClock>;
  /** Positions with a search under way. */
  readonly running: ReadonlySet<string>;
  /** Number of the last lease. */
  readonly lastLease: bigint;
}

/** A row in the order it is served, and whose list it was at the head of. */
export interface Served {
  readonly row: WaitingRow;
  readonly accountId: string;
  /** Null where the row had been paid. */
  readonly payer: string | null;
  readonly tag: bigint;
}

interface Head extends Served {
  readonly name: WaitingName;
  readonly lastLease: bigint;
}

interface Listed {
  readonly row: WaitingRow;
  readonly name: WaitingName;
}

const neverCharged: AccountClock = { tag: 0n, lastLease: -1n };

/** Source: queue.md, "The order" 3: (tag, last, seq of the head's name) ascending. */
function isBefore(a: Head, b: Head): boolean {
  if (a.tag !== b.tag) return a.tag < b.tag;
  if (a.lastLease !== b.lastLease) return a.lastLease < b.lastLease;
  return a.name.seq < b.name.seq;
}

/** Source: queue.md, "The order" 2. */
export function tagOf(clock: AccountClock, { row, name }: Listed): bigint {
  if (row.paidTag !== null) return row.paidTag;
  const start = clock.tag > name.askedAt ? clock.tag : name.askedAt;
  return start + BigInt(row.budgetNodes);
}

/** Serves a commons to its end, as if nothing were asked and nothing completed meanwhile. */
class Serving {
  /** Own lists, the head last: what has been passed over stays so, because no search ends here. */
  private readonly lists = new Map<string, Listed[]>();
  private readonly listedAt = new Map<string, Set<string>>();
  private readonly clocks: Map<string, AccountClock>;
  private readonly running: Set<string>;
  private readonly current = new Map<string, Head>();
  private readonly heads = new Heap<Head>(isBefore);
  private lastLease: bigint;

  constructor({ rows, accounts, running, lastLease }: Commons) {
    this.clocks = new Map(accounts);
    this.running = new Set(running);
    this.lastLease = lastLease;
    for (const row of rows) for (const name of row.names) this.list({ row, name });
    for (const list of this.lists.values()) list.sort((a, b) => (a.name.ord < b.name.ord ? 1 : -1));
    for (const account of this.lists.keys()) this.findHead(account);
  }

  next(): Served | null {
    const head = this.firstHead();
    if (!head) return null;
    this.lastLease += 1n;
    if (head.payer !== null) this.clocks.set(head.payer, { tag: head.tag, lastLease: this.lastLease });
    this.running.add(head.row.position);
    for (const account of this.listedAt.get(head.row.position) ?? []) this.findHead(account);
    return head;
  }

  private firstHead(): Head | undefined {
    let head = this.heads.pop();
    while (head && this.current.get(head.accountId) !== head) head = this.heads.pop();
    return head;
  }

  private list(listed: Listed): void {
    append(this.lists, listed.name.accountId, listed);
    const { position } = listed.row;
    this.listedAt.set(position, (this.listedAt.get(position) ?? new Set()).add(listed.name.accountId));
  }

  /** The account's first row whose position no search runs on; an older head of it in the heap counts no more. */
  private findHead(accountId: string): void {
    const list = this.lists.get(accountId) ?? [];
    while (list.length > 0 && this.running.has(list.at(-1)?.row.position ?? '')) list.pop();
    const listed = list.at(-1);
    this.current.delete(accountId);
    if (!listed) return;
    const clock = this.clocks.get(accountId) ?? neverCharged;
    const payer = listed.row.paidTag === null ? accountId : null;
    const head = { ...listed, accountId, payer, tag: tagOf(clock, listed), lastLease: clock.lastLease };
    this.current.set(accountId, head);
    this.heads.push(head);
  }
}

function append<T>(lists: Map<string, T[]>, key: string, item: T): void {
  const list = lists.get(key);
  if (list) list.push(item);
  else lists.set(key, [item]);
}

/**
 * The order in which the waiting rows are leased to a worker that may take everything, to the end. A row whose position
 * is searched already, or will be when another row of it is served, has no place and is left out.
 * Cost: O(n log n) over all waiting names of the commons.
 */
export function serve(commons: Commons): Served[] {
  const serving = new Serving(commons);
  const served: Served[] = [];
  for (let next = serving.next(); next; next = serving.next()) served.push(next);
  return served;
}
