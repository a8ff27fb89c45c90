import { setTimeout as pause } from 'node:timers/promises';
import type { workerApi } from '@atomicdb/rpc';
import type { Logger } from '@atomicdb/telemetry';
import { type Door, DoorClosed, type Incoming, type Outgoing, type WorkStream } from '../adapters/grpc/door';
import { backoffMs } from '../domain/backoff';

export interface ConnectionEvents {
  opened(): void;
  received(message: Incoming): void;
}

/** Keeps one stream open: signs in, reconnects with backoff and jitter, comes back after a drain. */
export class Connection {
  private session: workerApi.RegisterResponse | null = null;
  private stream: WorkStream | null = null;
  private isOpen = false;
  private failures = 0;
  private comeBackMs: number | null = null;
  private readonly stopping = new AbortController();

  constructor(
    private readonly door: Door,
    private readonly introduce: () => workerApi.RegisterRequest,
    private readonly events: ConnectionEvents,
    private readonly logger: Logger,
  ) {}

  get isConnected(): boolean {
    return this.isOpen;
  }

  /** Runs until it is stopped; rejects with DoorClosed when the door refuses this worker for good. */
  async run(): Promise<void> {
    try {
      while (!this.stopping.signal.aborted) await this.attempt();
    } finally {
      this.door.close();
    }
  }

  /** False when no stream is open: then the message has not gone anywhere. */
  send(message: Outgoing): boolean {
    if (!this.isOpen || !this.stream) return false;
    this.stream.send(message);
    return true;
  }

  /** The gateway goes away: leave this stream and come back after a while. */
  comeBackAfter(ms: number): void {
    this.comeBackMs = ms;
    this.stream?.end();
  }

  stop(): void {
    this.send({ $case: 'goodbye', goodbye: {} });
    this.stopping.abort();
    this.stream?.end();
  }

  private async attempt(): Promise<void> {
    try {
      await this.serve();
    } catch (error) {
      this.failed(error);
    }
    await this.wait();
  }

  private async serve(): Promise<void> {
    this.session ??= await this.door.register(this.introduce());
    if (this.stopping.signal.aborted) return;
    this.stream = this.door.work(this.session, {
      opened: () => this.opened(),
      received: (message) => this.events.received(message),
    });
    const failure = await this.stream.ended;
    this.isOpen = false;
    this.stream = null;
    if (failure) throw failure;
  }

  private opened(): void {
    this.isOpen = true;
    this.failures = 0;
    this.logger.info('connected');
    this.events.opened();
  }

  private failed(error: unknown): void {
    if (!(error instanceof DoorClosed) || error.kind === 'refused') throw error;
    if (error.kind === 'signed-out') this.session = null;
    this.failures += 1;
    if (!this.stopping.signal.aborted) this.logger.warn({ reason: error.message }, 'not connected');
  }

  private async wait(): Promise<void> {
    const waitMs = this.comeBackMs ?? backoffMs(Math.max(1, this.failures), Math.random());
    this.comeBackMs = null;
    await pause(waitMs, undefined, { signal: this.stopping.signal }).catch(() => undefined);
  }
}
