export * from './generated/atomicdb/events/v1/accounts';
export * from './generated/atomicdb/events/v1/analyses';
export * from './generated/atomicdb/events/v1/backing';
export * from './generated/atomicdb/events/v1/event_message';
export * from './generated/atomicdb/events/v1/positions';
export * from './generated/atomicdb/events/v1/queue';
export {
  catalogue,
  canonicalVersion,
  eventTypes,
  isEventType,
  ownerOf,
  type DomainEvent,
  type EventType,
  type Owner,
  type Payload,
} from './catalogue';
export {
  decodePayload,
  encodeMessage,
  encodePayload,
  maxEventBytes,
  OversizedEvent,
  UnreadableEvent,
} from './codec';
export { type Envelope, type EventRecord, eventId, streamId } from './envelope';
