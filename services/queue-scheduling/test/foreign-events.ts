import type { DomainEvent, EventRecord } from '@atomicdb/events';
import type { Lease } from '@atomicdb/rpc';
import { analysisOf, eventOf, recordOf } from '@atomicdb/testing';

/** The event of a delivered lease as the service analyses writes it. */
export function analysisEvent(lease: Lease): DomainEvent<'AnalysisCompleted'> {
  const { requestId, leaseId, position, budgetNodes } = lease;
  return analysisOf({ id: `pass-${leaseId}`, nodes: budgetNodes }, { requestId, leaseId, position });
}

export function analysisRetracted({ requestId, leaseId }: Lease): EventRecord {
  const event = eventOf('AnalysisRetracted', { passId: `pass-${leaseId}`, requestId });
  return recordOf(`analysis-${requestId}`, 1, event);
}

export function closureEvent(position: string): DomainEvent<'PositionsClosed'> {
  return eventOf('PositionsClosed', { position, status: 'WIN', gate: 'CHILDREN' });
}

export function analysisCompleted(lease: Lease): EventRecord {
  return recordOf(`analysis-${lease.requestId}`, 1, analysisEvent(lease));
}

export function positionsClosed(position: string): EventRecord {
  return recordOf(`position-${position}`, 1, closureEvent(position));
}
