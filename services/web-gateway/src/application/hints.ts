import { splitId, type PositionId } from '@atomicdb/chess';
import type { EventRecord, EventType } from '@atomicdb/events';
import type { SiteEvents } from '@atomicdb/rest';

/** What a page is told: the name of a server-sent event and its data. */
export type Hint = {
  [Name in keyof SiteEvents]: { readonly name: Name; readonly data: SiteEvents[Name] };
}[keyof SiteEvents];

const queueHint: Hint = { name: 'queue', data: {} };
const fleetHint: Hint = { name: 'fleet', data: {} };

/** Every event that changes what a page shows, with what is to be read again beside its position. */
const besides = {
  AnalysisCompleted: [fleetHint],
  RequestJoined: [queueHint],
  RequestCancelled: [queueHint],
  RequestLeased: [queueHint],
  LeaseReleased: [queueHint],
  RequestCompleted: [queueHint],
  BackedValuesChanged: [],
  PositionsClosed: [],
  MovesOpened: [],
} as const satisfies Partial<Record<EventType, readonly Hint[]>>;

type PageEvent = keyof typeof besides;

export const pagesProcessor = {
  name: 'web-gateway:pages:1',
  types: Object.keys(besides) as readonly PageEvent[],
} as const;

function isPageEvent(record: EventRecord): record is EventRecord<PageEvent> {
  return record.event.type in besides;
}

/** What to read again after an event; nothing for one that no page shows. */
export function hintsOf(record: EventRecord): readonly Hint[] {
  if (!isPageEvent(record)) return [];
  const { type, data } = record.event;
  const { variant, key } = splitId(data.position as PositionId);
  return [{ name: 'position', data: { variant, key } }, ...besides[type]];
}
