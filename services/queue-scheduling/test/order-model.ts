import type { LeaseResult, Op } from './commons-script';

interface Name {
  readonly account: string;
  readonly askedAt: bigint;
  readonly seq: number;
}

interface Row {
  readonly request: string;
  readonly position: string;
  readonly nodes: number;
  state: 'waiting' | 'running' | 'gone';
  paidTag: bigint | null;
  names: Name[];
}

interface Head {
  readonly account: string;
  readonly row: Row;
  readonly name: Name;
  readonly tag: bigint;
  readonly last: number;
}

function compare(a: Head, b: Head): number {
  if (a.tag !== b.tag) return a.tag < b.tag ? -1 : 1;
  return a.last - b.last || a.name.seq - b.name.seq;
}

/**
 * The order word for word as the page "The queue" has it, slowly: every head is looked for anew. Own lists need no `ord` of
 * their own here, because without bumps a list is in the order of `seq`.
 */
export class OrderModel {
  private readonly rows: Row[] = [];
  private readonly charged = new Map<string, { v: bigint; last: number }>();
  private clock = 0n;
  private seq = 0;
  private leases = 0;

  apply(op: Op): LeaseResult | null {
    switch (op.op) {
      case 'ask':
        this.ask(op.account, op.request, op.position, op.nodes);
        return null;
      case 'join':
        this.join(op.account, op.request);
        return null;
      case 'withdraw':
        this.withdraw(op.account, op.request);
        return null;
      case 'lost':
        this.row(op.request).state = 'waiting';
        return null;
      case 'complete':
        this.row(op.request).state = 'gone';
        return null;
      case 'lease':
        return this.lease(op.variants, op.maxNodes ?? 0);
      case 'clear':
        throw new Error('not in random scripts');
    }
  }

  /** The first row of each account that a worker for everything may take, in order. */
  heads(variants?: readonly string[], maxNodes = 0): string[] {
    return this.order(variants, maxNodes).map(({ account, row, tag }) => `${account} ${row.request} ${tag}`);
  }

  choose(op: 'join' | 'withdraw', account: string, pick: number): Op | null {
    const fitting = this.rows.filter(({ state, names }) => {
      const isOn = names.some((name) => name.account === account);
      return op === 'join' ? state !== 'gone' && !isOn : state === 'waiting' && isOn;
    });
    const row = fitting[pick % (fitting.length || 1)];
    return row ? { op, account, request: row.request } : null;
  }

  chooseRunning(op: 'lost' | 'complete', pick: number): Op | null {
    const running = this.rows.filter(({ state }) => state === 'running');
    const row = running[pick % (running.length || 1)];
    return row ? { op, request: row.request } : null;
  }

  private row(request: string): Row {
    const row = this.rows.find((known) => known.request === request);
    if (!row) throw new Error(`no row ${request}`);
    return row;
  }

  private ask(account: string, request: string, position: string, nodes: number): void {
    const open = this.rows
      .filter((row) => row.position === position && row.state !== 'gone' && row.nodes >= nodes)
      .sort((a, b) => a.nodes - b.nodes)[0];
    const row: Row = open ?? { request, position, nodes, state: 'waiting', paidTag: null, names: [] };
    if (!open) this.rows.push(row);
    this.putOn(account, row);
  }

  private join(account: string, request: string): void {
    const { position, nodes } = this.row(request);
    this.ask(account, request, position, nodes);
  }

  private putOn(account: string, row: Row): void {
    if (row.names.some((name) => name.account === account)) return;
    this.seq += 1;
    row.names.push({ account, askedAt: this.clock, seq: this.seq });
  }

  private withdraw(account: string, request: string): void {
    const row = this.row(request);
    row.names = row.names.filter((name) => name.account !== account);
    if (row.names.length === 0) row.state = 'gone';
  }

  private lease(variants: readonly string[] | undefined, maxNodes: number): LeaseResult {
    const [head] = this.order(variants, maxNodes);
    if (!head) return { request: null, payer: null };
    this.leases += 1;
    head.row.state = 'running';
    if (head.row.paidTag !== null) return { request: head.row.request, payer: null };
    head.row.paidTag = head.tag;
    this.charged.set(head.account, { v: head.tag, last: this.leases });
    if (head.tag > this.clock) this.clock = head.tag;
    return { request: head.row.request, payer: head.account };
  }

  private order(variants: readonly string[] | undefined, maxNodes: number): Head[] {
    const accounts = new Set(this.rows.flatMap(({ names }) => names.map(({ account }) => account)));
    return [...accounts].flatMap((account) => this.headOf(account, variants, maxNodes)).sort(compare);
  }

  private headOf(account: string, variants: readonly string[] | undefined, maxNodes: number): Head[] {
    const running = new Set(
      this.rows.flatMap(({ state, position }) => (state === 'running' ? [position] : [])),
    );
    const list = this.rows
      .filter((row) => row.state === 'waiting' && !running.has(row.position))
      .filter((row) => maxNodes === 0 || row.nodes <= maxNodes)
      .filter((row) => !variants || variants.includes(row.position.split(':')[0] ?? ''))
      .flatMap((row) => row.names.map((name) => ({ row, name })))
      .filter(({ name }) => name.account === account)
      .sort((a, b) => a.name.seq - b.name.seq);
    const [first] = list;
    if (!first) return [];
    const { v, last } = this.charged.get(account) ?? { v: 0n, last: -1 };
    const start = v > first.name.askedAt ? v : first.name.askedAt;
    const tag = first.row.paidTag ?? start + BigInt(first.row.nodes);
    return [{ account, ...first, tag, last }];
  }
}
