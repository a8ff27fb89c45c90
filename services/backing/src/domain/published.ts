import type { DomainEvent, Headline } from '@atomicdb/events';
import { rulesVersion } from './headline';

/** A headline that became another one, as the live projection wrote it down. */
export interface HeadlineChange {
  readonly position: string;
  readonly was: Headline;
  readonly now: Headline;
}

/** What is told of a change: the new headline, and the closure where the position was open before. */
export function eventsOf({
  position,
  was,
  now,
}: HeadlineChange): DomainEvent<'BackedValuesChanged' | 'PositionsClosed'>[] {
  const changed = { type: 'BackedValuesChanged', data: { position, was, now, rules: rulesVersion } } as const;
  if (was.status !== 'UNKNOWN' || now.status === 'UNKNOWN') return [changed];
  const { status, closure: gate, plies } = now;
  return [changed, { type: 'PositionsClosed', data: { position, status, gate, plies, rules: rulesVersion } }];
}
