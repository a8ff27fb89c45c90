import { z } from '@atomicdb/config';
import type { Ladder } from './domain/ladder';

export interface QueueConfig {
  /** Rungs in nodes, ascending. */
  readonly ladder: Ladder;
  /** Silence after which a lease is lost, milliseconds. */
  readonly leaseTtlMs: number;
  /** Lines a search is asked for. */
  readonly multipv: number;
  /** Waiting names an account may have. */
  readonly cap: number;
}

/** Source: queue.md, "Words", "Leases", "Asking"; analyses.md, "Width". */
export const defaultConfig: QueueConfig = {
  ladder: [128_000_000, 512_000_000, 2_000_000_000, 10_000_000_000],
  leaseTtlMs: 120_000,
  multipv: 5,
  cap: 5_000,
};

const ladder = z
  .string()
  .transform((text) => text.split(',').map(Number))
  .refine(
    (rungs) => rungs.every((rung) => Number.isSafeInteger(rung) && rung > 0),
    'must be node counts: N,N,N',
  )
  .refine((rungs) => rungs.every((rung, at) => rung > (rungs[at - 1] ?? 0)), 'must ascend');

export const environment = z.object({
  LADDER: ladder.default([...defaultConfig.ladder]),
  LEASE_TTL_MS: z.coerce.number().int().min(1_000).default(defaultConfig.leaseTtlMs),
  MULTIPV: z.coerce.number().int().min(1).max(32).default(defaultConfig.multipv),
  QUEUE_CAP: z.coerce.number().int().min(1).default(defaultConfig.cap),
});

export function toQueueConfig(read: z.output<typeof environment>): QueueConfig {
  return { ladder: read.LADDER, leaseTtlMs: read.LEASE_TTL_MS, multipv: read.MULTIPV, cap: read.QUEUE_CAP };
}
