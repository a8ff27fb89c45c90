import { setTimeout as pause } from 'node:timers/promises';
import type { workerApi } from '@atomicdb/rpc';
import type { Logger } from '@atomicdb/telemetry';
import { engineCommand } from '../adapters/engine/engine-command';
import { Door, type Incoming } from '../adapters/grpc/door';
import { backoffMs } from '../domain/backoff';
import { CLIENT_VERSION, type WorkerOptions } from '../worker-options';
import { Connection } from './connection';
import { Engines, type ProbedEngine } from './engines';
import { Outbox } from './outbox';
import { Search, type SearchEnd, toApiLine, toEngineInfo } from './search';
import type { WorkerSnapshot } from './worker-snapshot';

/** Results that may wait for their answer before no more work is asked for. */
const mostUnanswered = 32;
const sendAgainMs = 60_000;
const partingMs = 5_000;

/** Drives a UCI engine for a gateway: one engine process a slot. Source: workers.md, "The reference worker". */
export class ReferenceWorker {
  private readonly engines: Engines;
  private readonly connection: Connection;
  private readonly outbox = new Outbox();
  private readonly searches = new Map<string, Search>();
  private readonly endings = new Set<Promise<void>>();
  private readonly stopping = new AbortController();
  private probed: ProbedEngine | null = null;
  private cooling = 0;
  private crashes = 0;
  private finished = 0;
  private nodesPerSecond = 0;

  constructor(
    private readonly options: WorkerOptions,
    private readonly logger: Logger,
  ) {
    const { engine, threads, hashMb, server, insecure } = options;
    this.engines = new Engines(engineCommand(engine ?? undefined), { threads, hashMb });
    this.connection = new Connection(
      new Door(server, insecure),
      () => this.introduction(),
      { opened: () => this.opened(), received: (message) => this.received(message) },
      logger,
    );
  }

  /**
   * Works until it is stopped. Rejects with EngineFailure when the engine plays nothing we search, and with
   * DoorClosed when the gateway refuses this worker for good (password, disabled account, client too old).
   */
  async run(): Promise<void> {
    const again = setInterval(() => this.sendAgain(), sendAgainMs);
    try {
      this.probed = await this.engines.probe();
      this.logger.info({ engine: this.probed.name, variants: this.probed.variants }, 'the engine is ready');
      await this.connection.run();
    } catch (error) {
      if (!this.stopping.signal.aborted) throw error;
    } finally {
      clearInterval(again);
      this.cancelAll();
      await this.engines.close();
    }
  }

  /** Gives the leases back, waits a little for answers to results, says goodbye. `run` ends after it. */
  async stop(): Promise<void> {
    this.stopping.abort();
    for (const { leaseId, token } of this.cancelAll()) {
      this.outbox.abort({ leaseId, token, reason: 'shutdown' });
    }
    this.flush();
    const until = Date.now() + partingMs;
    while (this.outbox.size > 0 && this.connection.isConnected && Date.now() < until) await pause(50);
    this.connection.stop();
    await this.engines.close();
    await Promise.all(this.endings);
  }

  snapshot(): WorkerSnapshot {
    return {
      isConnected: this.connection.isConnected,
      finished: this.finished,
      unanswered: this.outbox.size,
      searches: [...this.searches.values()],
    };
  }

  private introduction(): workerApi.RegisterRequest {
    const { username, password, machine, threads, slots } = this.options;
    return {
      username,
      password,
      machine,
      threads: threads * slots,
      engines: this.probed ? [toEngineInfo(this.probed, this.nodesPerSecond)] : [],
      clientVersion: CLIENT_VERSION,
    };
  }

  private opened(): void {
    for (const search of this.searches.values()) this.beat(search);
    this.sendAgain();
    this.offer();
  }

  private received(message: Incoming): void {
    switch (message.$case) {
      case 'assignment':
        return this.assigned(message.assignment);
      case 'cancel':
        return this.cancelled(message.cancel);
      case 'accepted':
        return this.accepted(message.accepted);
      case 'refused':
        return this.refused(message.refused);
      case 'drain':
        return this.connection.comeBackAfter(message.drain.reconnectAfterMs);
    }
  }

  private freeSlots(): number {
    if (this.stopping.signal.aborted || this.outbox.size >= mostUnanswered) return 0;
    return Math.max(0, this.options.slots - this.searches.size - this.cooling);
  }

  private offer(): void {
    const variants = [...(this.probed?.variants ?? [])];
    this.connection.send({ $case: 'ready', ready: { slots: this.freeSlots(), variants, maxRung: 0 } });
  }

  private assigned(assignment: workerApi.Assignment): void {
    const { leaseId, token } = assignment;
    if (this.searches.has(leaseId)) return;
    // An offer and an assignment may cross; the task goes back at once, unpunished.
    if (!this.probed || this.freeSlots() === 0) {
      this.outbox.abort({ leaseId, token, reason: 'shutdown' });
      return this.flush();
    }
    const search = new Search(assignment, this.engines, this.probed);
    this.searches.set(leaseId, search);
    const ending = this.follow(search).finally(() => this.endings.delete(ending));
    this.endings.add(ending);
  }

  /** Beats go on while the engine lives, whatever it reports. */
  private async follow(search: Search): Promise<void> {
    const { leaseId, variant, nodes, beatMs } = search.assignment;
    this.logger.info({ lease: leaseId, variant, nodes }, 'a search begins');
    const beats = setInterval(() => this.beat(search), beatMs);
    const end = await search.run();
    clearInterval(beats);
    this.searches.delete(leaseId);
    await this.ended(search, end);
    this.offer();
  }

  private beat({ assignment, report }: Search): void {
    const { leaseId, token } = assignment;
    const lines = report.completed.map(toApiLine);
    const { nodes, depth } = report;
    this.connection.send({ $case: 'progress', progress: { leaseId, token, nodes, depth, lines } });
  }

  private async ended({ assignment }: Search, end: SearchEnd): Promise<void> {
    const { leaseId, token } = assignment;
    switch (end.kind) {
      case 'finished':
        this.crashes = 0;
        this.finishedWith(end.complete);
        return this.flush();
      case 'crashed':
        this.logger.error({ lease: leaseId, reason: end.reason }, 'a search has failed');
        this.outbox.abort({ leaseId, token, reason: 'crash' });
        this.flush();
        return this.coolDown();
      case 'cancelled':
        return;
    }
  }

  private finishedWith(complete: workerApi.Complete): void {
    const { leaseId, nodes, elapsedMs, lines } = complete;
    this.finished += 1;
    this.nodesPerSecond = Math.round((nodes * 1000) / Math.max(1, elapsedMs));
    this.outbox.complete(complete);
    this.logger.info({ lease: leaseId, nodes, elapsedMs, depth: lines[0]?.depth }, 'a search is finished');
  }

  /** A slot whose engine crashed takes no work for a while: a broken engine must not run through the queue. */
  private async coolDown(): Promise<void> {
    this.crashes += 1;
    this.cooling += 1;
    const { signal } = this.stopping;
    await pause(backoffMs(this.crashes, Math.random()), undefined, { signal }).catch(() => undefined);
    this.cooling -= 1;
  }

  private cancelled({ leaseId, reason }: workerApi.Cancel): void {
    const search = this.searches.get(leaseId);
    if (!search) return;
    this.logger.info({ lease: leaseId, reason }, 'a search is no longer wanted');
    search.cancel();
  }

  private accepted({ leaseId, passId, duplicate }: workerApi.Accepted): void {
    this.settle(leaseId);
    this.logger.info({ lease: leaseId, pass: passId, duplicate }, 'a result is accepted');
  }

  private refused({ leaseId, code, reason }: workerApi.Refused): void {
    this.settle(leaseId);
    this.logger.warn({ lease: leaseId, code, reason }, 'a result is refused');
  }

  private settle(leaseId: string): void {
    const wasFull = this.outbox.size >= mostUnanswered;
    this.outbox.settle(leaseId);
    this.flush();
    if (wasFull) this.offer();
  }

  private flush(): void {
    this.outbox.flush((message) => this.connection.send(message));
  }

  private sendAgain(): void {
    this.outbox.sendAgain((message) => this.connection.send(message));
  }

  private cancelAll(): workerApi.Assignment[] {
    const searches = [...this.searches.values()];
    for (const search of searches) search.cancel();
    return searches.map(({ assignment }) => assignment);
  }
}
