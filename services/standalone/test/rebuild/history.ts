import { legalMoves, parsePosition, play, START_FEN, verdict, type ChessPosition } from '@atomicdb/chess';
import type { Appending } from '@atomicdb/event-store';
import {
  AccountRegistered,
  AnalysisCompleted,
  AnalysisRetracted,
  BackedValuesChanged,
  LeaseReleased,
  MovesOpened,
  PositionsAdded,
  PositionsClosed,
  RequestCancelled,
  RequestCompleted,
  RequestJoined,
  RequestLeased,
  streamId,
  type DomainEvent,
  type Owner,
} from '@atomicdb/events';
import type { Random } from '@atomicdb/testing';

/** What one step of the history appends, by owner. */
export type Chapter = ReadonlyMap<Owner, readonly Appending[]>;

const rungs = [128_000, 512_000, 2_000_000, 10_000_000];
const plies = 10;
const accounts = 400;
const unusableOneIn = 50;
const startedAt = Date.UTC(2026, 0, 1);

interface Ply {
  readonly at: ChessPosition;
  readonly uci: string;
  readonly to: ChessPosition;
}

/**
 * A seeded history of the product: walks that open positions and moves, requests with their leases, the analyses that
 * complete them, some of them retracted, a few that no projection of values can take. Each chapter belongs together.
 */
export class History {
  private readonly known: ChessPosition[] = [];
  private readonly ids = new Set<string>();
  private readonly rungOf = new Map<string, number>();
  private readonly ordOf = new Map<string, number>();
  private readonly passes: { requestId: string; position: string }[] = [];
  private chapters = 0;
  private requests = 0;
  private leases = 0;
  private clock = 0;
  private named = 0;
  private chapter = new Map<Owner, Appending[]>();
  events = 0;
  /** Streams of the analyses of which no value and no seed can be made: each the first event of its stream. */
  readonly unusable: string[] = [];

  /** @param prefix of the ids it gives out, so that two histories can go into one product */
  constructor(
    private readonly random: Random,
    private readonly prefix: string,
  ) {}

  next(): Chapter {
    this.chapter = new Map();
    if (this.named < accounts) this.register();
    const walk = this.walk(this.startOfWalk());
    for (const ply of walk) this.open(ply);
    const spots = walk.length > 0 ? [0, 3, 6] : [];
    for (const spot of spots) {
      const line = walk.slice(spot);
      if (line[0] !== undefined) this.request(line[0].at, line);
    }
    this.chapters += 1;
    // Counted, not drawn: a short history has them too.
    if (this.chapters % 8 === 0) this.retract();
    if (this.chapters % 10 === 0) this.prove();
    return this.chapter;
  }

  private startOfWalk(): ChessPosition {
    const [first] = this.known;
    if (first !== undefined) return this.random.pick(this.known);
    const start = parsePosition('atomic', START_FEN.atomic);
    if (!start.ok) throw new Error(start.error.message);
    this.add(start.value);
    return start.value;
  }

  private walk(from: ChessPosition): Ply[] {
    const walk: Ply[] = [];
    let at = from;
    while (walk.length < plies && verdict(at) === null) {
      const uci = this.random.pick(legalMoves(at));
      const to = play(at, uci);
      if (!to.ok) throw new Error(to.error.message);
      walk.push({ at, uci, to: to.value });
      at = to.value;
    }
    return walk;
  }

  private append(owner: Owner, stream: string, ...events: DomainEvent[]): void {
    const appendings = this.chapter.get(owner) ?? [];
    appendings.push({ stream, expectedVersion: 'any', events });
    this.chapter.set(owner, appendings);
    this.events += events.length;
  }

  private register(): void {
    this.named += 1;
    const accountId = `${this.prefix}a${this.named}`;
    const data = AccountRegistered.fromPartial({ accountId, name: `name ${accountId}` });
    this.append('accounts', streamId('account', accountId), { type: 'AccountRegistered', data });
  }

  private add(position: ChessPosition): void {
    if (this.ids.has(position.id)) return;
    this.ids.add(position.id);
    this.known.push(position);
    const rules = verdict(position);
    const closure = rules && { status: rules.status, gate: rules.gate, plies: rules.plies ?? undefined };
    const added = { position: position.id, legal: position.legal, closure: closure ?? undefined };
    const data = PositionsAdded.fromPartial({ positions: [added] });
    this.append('positions', streamId('position', position.id), { type: 'PositionsAdded', data });
  }

  private open({ at, uci, to }: Ply): void {
    this.add(to);
    const move = `${at.id} ${uci}`;
    if (this.ids.has(move)) return;
    this.ids.add(move);
    const data = MovesOpened.fromPartial({ position: at.id, moves: [{ uci, child: to.id }] });
    this.append('positions', streamId('position', at.id), { type: 'MovesOpened', data });
  }

  private request({ id: position }: ChessPosition, line: readonly Ply[]): void {
    const rung = this.rungOf.get(position) ?? 0;
    const budgetNodes = rungs[rung];
    if (budgetNodes === undefined) return;
    this.rungOf.set(position, rung + 1);
    this.requests += 1;
    const requestId = `${this.prefix}r${this.requests}`;
    const accountId = `${this.prefix}a${1 + this.random.below(accounts)}`;
    const ord = (this.ordOf.get(accountId) ?? 0) + 1;
    this.ordOf.set(accountId, ord);
    this.clock += 1_000;
    const at = { requestId, position };
    const joined = RequestJoined.fromPartial({
      ...at,
      budgetNodes,
      accountId,
      askedAt: String(this.clock),
      seq: String(this.requests),
      ord,
      first: true,
    });
    const stream = streamId('request', requestId);
    const asked = { type: 'RequestJoined', data: joined } as const;
    if (this.random.below(12) === 0) return this.append('queue', stream, asked);
    this.append('queue', stream, asked, ...this.life(at, accountId));
    if (this.random.below(12) === 0) return;
    if (this.random.below(10) === 0) return this.cancel(at, accountId);
    this.complete({ ...at, budgetNodes, accountId }, line);
  }

  /** Leased at once, or once lost before. */
  private life(at: { requestId: string; position: string }, accountId: string): DomainEvent[] {
    const first = this.lease(at, accountId);
    if (this.random.below(6) > 0) return [first];
    const leaseId = `${this.prefix}l${this.leases}`;
    const data = LeaseReleased.fromPartial({ ...at, leaseId, reason: 'lost' });
    return [first, { type: 'LeaseReleased', data }, this.lease(at, '')];
  }

  private lease(at: { requestId: string; position: string }, payerAccountId: string): DomainEvent {
    this.leases += 1;
    const data = RequestLeased.fromPartial({
      ...at,
      leaseId: `${this.prefix}l${this.leases}`,
      leaseNumber: this.leases,
      workerAccountId: `${this.prefix}worker`,
      sessionId: `${this.prefix}session`,
      payerAccountId,
      tag: String(this.clock),
      clock: String(this.clock),
    });
    return { type: 'RequestLeased', data };
  }

  private cancel(at: { requestId: string; position: string }, accountId: string): void {
    const released = LeaseReleased.fromPartial({
      ...at,
      leaseId: `${this.prefix}l${this.leases}`,
      reason: 'abort',
    });
    const cancelled = RequestCancelled.fromPartial({ ...at, accountId, rowClosed: true });
    const stream = streamId('request', at.requestId);
    this.append(
      'queue',
      stream,
      { type: 'LeaseReleased', data: released },
      { type: 'RequestCancelled', data: cancelled },
    );
  }

  private complete(
    of: { requestId: string; position: string; budgetNodes: number; accountId: string },
    line: readonly Ply[],
  ): void {
    const { requestId, position, budgetNodes, accountId } = of;
    const pv = line.map(({ uci }) => uci);
    const stream = streamId('analysis', requestId);
    const isUsable = this.passes.length % unusableOneIn !== unusableOneIn - 1;
    if (!isUsable) this.unusable.push(stream);
    const cp = isUsable ? this.random.below(800) - 400 : 40_000;
    const analysis = AnalysisCompleted.fromPartial({
      passId: `${this.prefix}p${this.requests}`,
      requestId,
      position,
      budgetNodes,
      searchedNodes: budgetNodes,
      creditedNodes: budgetNodes,
      completedAt: new Date(startedAt + this.requests * 60_000).toISOString(),
      accountId: this.random.below(20) === 0 ? '' : accountId,
      machine: this.random.pick(['tower', 'laptop', 'rack']),
      leaseId: `${this.prefix}l${this.leases}`,
      lines: [{ rank: 1, move: pv[0] ?? '', cp, pv, depth: 12, seldepth: 15 }],
    });
    this.append('analyses', stream, { type: 'AnalysisCompleted', data: analysis });
    this.passes.push({ requestId, position });
    const by = { requestId, position, budgetNodes, by: 'analysis', accountIds: [accountId] };
    const completed = RequestCompleted.fromPartial(by);
    this.append('queue', streamId('request', requestId), { type: 'RequestCompleted', data: completed });
  }

  private prove(): void {
    const { id: position } = this.random.pick(this.known);
    const [was, now] = [{ status: 'UNKNOWN' }, { status: 'DRAW', closure: 'CHILDREN' }];
    const changed = BackedValuesChanged.fromPartial({ position, was, now, rules: 1 });
    const closed = PositionsClosed.fromPartial({ position, status: 'DRAW', gate: 'CHILDREN', rules: 1 });
    this.append(
      'backing',
      streamId('position', position),
      { type: 'BackedValuesChanged', data: changed },
      { type: 'PositionsClosed', data: closed },
    );
  }

  private retract(): void {
    if (this.passes.length === 0) return;
    const { requestId, position } = this.random.pick(this.passes);
    const passId = requestId.replace(`${this.prefix}r`, `${this.prefix}p`);
    const data = AnalysisRetracted.fromPartial({ passId, requestId, position, reason: 'test' });
    this.append('analyses', streamId('analysis', requestId), { type: 'AnalysisRetracted', data });
  }
}
