import type { AddedPosition, DomainEvent } from '@atomicdb/events';
import { analysisOf, eventOf, type GivenLine } from '@atomicdb/testing';

export function added(position: string, legal: number, closure?: AddedPosition['closure']): DomainEvent {
  return eventOf('PositionsAdded', { positions: [{ position, legal, closure }] });
}

export function opened(position: string, moves: Readonly<Record<string, string>>): DomainEvent {
  const list = Object.entries(moves).map(([uci, child]) => ({ uci, child }));
  return eventOf('MovesOpened', { position, moves: list });
}

interface GivenPass {
  readonly id: string;
  readonly nodes: number;
  /** Score and moves of each line, best first. */
  readonly lines: readonly GivenLine[];
  readonly completedAt?: string;
}

export function analysed(position: string, { id, nodes, lines, completedAt }: GivenPass): DomainEvent {
  return analysisOf({ id, nodes, lines }, { position, ...(completedAt && { completedAt }) });
}

/** The pass of `analysed` with that id is taken out. */
export function retracted(id: string): DomainEvent {
  return eventOf('AnalysisRetracted', { passId: id, requestId: id });
}

/** A request's events in the order of its life. */
export function requestEvents(requestId: string, position: string) {
  const at = { requestId, position };
  return {
    asked: eventOf('RequestJoined', { ...at, first: true }),
    leased: eventOf('RequestLeased', at),
    released: eventOf('LeaseReleased', at),
    cancelled: eventOf('RequestCancelled', { ...at, rowClosed: true }),
    completed: eventOf('RequestCompleted', { ...at, by: 'analysis' }),
  };
}
