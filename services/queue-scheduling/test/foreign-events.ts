import {
  AnalysisCompleted,
  AnalysisRetracted,
  eventId,
  PositionsClosed,
  type DomainEvent,
  type EventRecord,
} from '@atomicdb/events';
import type { Lease } from '@atomicdb/rpc';

function record(producer: string, stream: string, event: DomainEvent): EventRecord {
  return {
    eventId: eventId(producer, stream, 1),
    type: event.type,
    schemaVersion: 1,
    stream,
    version: 1,
    occurredAt: '2026-01-01T00:00:00.000Z',
    producer,
    canonicalVersion: 1,
    traceparent: null,
    event,
  };
}

/** The event of a delivered lease as the service analyses writes it. */
export function analysisEvent(lease: Lease): DomainEvent<'AnalysisCompleted'> {
  const { requestId, leaseId, position, budgetNodes } = lease;
  const pass = { passId: `pass-${leaseId}`, requestId, leaseId, position, budgetNodes };
  return { type: 'AnalysisCompleted', data: AnalysisCompleted.fromPartial(pass) };
}

export function analysisRetracted(lease: Lease): EventRecord {
  const data = AnalysisRetracted.fromPartial({ passId: `pass-${lease.leaseId}`, requestId: lease.requestId });
  return record('analyses', `analysis-${lease.requestId}`, { type: 'AnalysisRetracted', data });
}

export function closureEvent(position: string): DomainEvent<'PositionsClosed'> {
  return {
    type: 'PositionsClosed',
    data: PositionsClosed.fromPartial({ position, status: 'WIN', gate: 'CHILDREN' }),
  };
}

export function analysisCompleted(lease: Lease): EventRecord {
  return record('analyses', `analysis-${lease.requestId}`, analysisEvent(lease));
}

export function positionsClosed(position: string): EventRecord {
  return record('backing', `position-${position}`, closureEvent(position));
}
