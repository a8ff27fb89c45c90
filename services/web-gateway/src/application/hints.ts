import { splitId, type PositionId } from '@atomicdb/chess';
import type { EventRecord, EventType } from '@atomicdb/events';
import type { SiteEvents } from '@atomicdb/rest';

/** What a page is told: the name of a server-sent event and its data. */
export type Hint = {
  [Name in keyof SiteEvents]: { readonly name: Name; readonly data: SiteEvents[Name] };
}[keyof SiteEvents];

/** Consumer of everything that changes what a page shows. */
export const pagesProcessor = {
  name: 'web-gateway:pages:1',
  types: [
    'AnalysisCompleted',
    'RequestJoined',
    'RequestCancelled',
    'RequestLeased',
    'LeaseReleased',
    'RequestCompleted',
    'BackedValuesChanged',
    'PositionsClosed',
  ],
} as const satisfies { name: string; types: readonly EventType[] };

type PageEvent = (typeof pagesProcessor.types)[number];

const queueHint: Hint = { name: 'queue', data: {} };
const fleetHint: Hint = { name: 'fleet', data: {} };

function positionHint(position: string): Hint {
  const { variant, key } = splitId(position as PositionId);
  return { name: 'position', data: { variant, key } };
}

function isPageEvent(record: EventRecord): record is EventRecord<PageEvent> {
  return (pagesProcessor.types as readonly string[]).includes(record.event.type);
}

/** What to read again after an event; nothing for one that no page shows. */
export function hintsOf(record: EventRecord): Hint[] {
  if (!isPageEvent(record)) return [];
  const { event } = record;
  const position = positionHint(event.data.position);
  switch (event.type) {
    case 'AnalysisCompleted':
      return [position, fleetHint];
    case 'BackedValuesChanged':
    case 'PositionsClosed':
      return [position];
    case 'RequestJoined':
    case 'RequestCancelled':
    case 'RequestLeased':
    case 'LeaseReleased':
    case 'RequestCompleted':
      return [position, queueHint];
  }
}
