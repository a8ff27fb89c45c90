import type { LeaseBeat } from '@atomicdb/rpc';
import type { Logger } from '@atomicdb/telemetry';
import type { GatewayPeers } from './peers';

const collectMs = 200;
const batchSize = 500;

interface Waiting {
  readonly beat: LeaseBeat;
  readonly answer: (isLost: boolean) => void;
}

/** Renews the leases of all streams together. A beat that fails is left: the next one comes long before the lease ends. */
export class Beats {
  private waiting: Waiting[] = [];
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly queue: GatewayPeers['queue'],
    private readonly logger: Logger,
  ) {}

  add(beat: LeaseBeat, answer: (isLost: boolean) => void): void {
    this.waiting.push({ beat, answer });
    this.timer ??= setTimeout(() => void this.flush(), collectMs).unref();
  }

  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const batches = toBatches(this.waiting);
    this.waiting = [];
    await Promise.all(batches.map((batch) => this.send(batch)));
  }

  private async send(batch: readonly Waiting[]): Promise<void> {
    try {
      const { lostLeaseIds } = await this.queue.beat({ beats: batch.map(({ beat }) => beat) });
      const lost = new Set(lostLeaseIds);
      for (const { beat, answer } of batch) answer(lost.has(beat.leaseId));
    } catch (error) {
      this.logger.warn({ err: error, beats: batch.length }, 'beats were not taken');
    }
  }
}

/** The answer names leases alone, so beats of one lease with several tokens never share a call. */
function toBatches(waiting: readonly Waiting[]): Waiting[][] {
  const batches: { ids: Set<string>; items: Waiting[] }[] = [];
  for (const item of waiting) {
    const { leaseId } = item.beat;
    const open = batches.find(({ ids, items }) => items.length < batchSize && !ids.has(leaseId));
    const batch = open ?? { ids: new Set(), items: [] };
    if (!open) batches.push(batch);
    batch.ids.add(leaseId);
    batch.items.push(item);
  }
  return batches.map(({ items }) => items);
}
