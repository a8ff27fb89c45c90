import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { Pulse, type ConsumerStatus } from '@atomicdb/bus';
import type { Logger } from '@atomicdb/telemetry';
import type { Reaped } from './reap';
import { ReapingGrace } from './reaping-grace';

const longestPauseMs = 5_000;

/** Reaps in rounds until it is stopped. Every replica has one; the lock of the commons lets one work at a time. */
export class Reaper {
  private readonly ending = new AbortController();
  private work: Promise<void> = Promise.resolve();
  private readonly pulse: Pulse;

  constructor(
    private readonly reap: () => Promise<Reaped>,
    /** Fails when the database does not answer. */
    private readonly ping: () => Promise<void>,
    private readonly ttlMs: number,
    private readonly logger: Logger,
  ) {
    this.pulse = new Pulse('queue:reaper', (error) =>
      this.logger.warn({ err: error }, 'the reaper could not work'),
    );
  }

  status(): ConsumerStatus {
    return this.pulse.status();
  }

  start(): void {
    this.work = this.run(this.ending.signal);
  }

  async stop(): Promise<void> {
    this.ending.abort();
    await this.work;
  }

  private async run(signal: AbortSignal): Promise<void> {
    const grace = new ReapingGrace(this.ttlMs, performance.now());
    const pauseMs = Math.min(longestPauseMs, this.ttlMs / 8);
    while (!signal.aborted) {
      await pause(pauseMs, undefined, { signal }).catch(() => undefined);
      if (!signal.aborted) await this.round(grace);
    }
  }

  private async round(grace: ReapingGrace): Promise<void> {
    try {
      await this.pulse.during(() => this.look(grace));
      this.pulse.beat();
    } catch (error) {
      grace.roundFailed(performance.now());
      this.pulse.fail(error);
    }
  }

  private async look(grace: ReapingGrace): Promise<void> {
    if (!grace.mayReap(performance.now())) return this.ping();
    const reaped = await this.reap();
    if (reaped.lostLeases + reaped.droppedDeliveries > 0) this.logger.info(reaped, 'rows put back');
  }
}
