import type { AddedPosition, DomainEvent } from '@atomicdb/events';
import {
  AnalysisCompleted,
  AnalysisRetracted,
  LeaseReleased,
  MovesOpened,
  PositionsAdded,
  RequestCancelled,
  RequestCompleted,
  RequestJoined,
  RequestLeased,
} from '@atomicdb/events';

export function added(position: string, legal: number, closure?: AddedPosition['closure']): DomainEvent {
  return {
    type: 'PositionsAdded',
    data: PositionsAdded.create({ positions: [{ position, legal, closure }] }),
  };
}

export function opened(position: string, moves: Readonly<Record<string, string>>): DomainEvent {
  const list = Object.entries(moves).map(([uci, child]) => ({ uci, child }));
  return { type: 'MovesOpened', data: MovesOpened.create({ position, moves: list }) };
}

interface GivenPass {
  readonly id: string;
  readonly nodes: number;
  /** Score and moves of each line, best first. */
  readonly lines: readonly (readonly [number, string])[];
  readonly completedAt?: string;
}

export function analysed(position: string, pass: GivenPass): DomainEvent {
  const lines = pass.lines.map(([cp, moves], index) => {
    const pv = moves.split(' ');
    return { rank: index + 1, move: pv[0] ?? '', cp, pv };
  });
  const data = AnalysisCompleted.fromPartial({
    passId: pass.id,
    requestId: pass.id,
    position,
    budgetNodes: pass.nodes,
    searchedNodes: pass.nodes,
    creditedNodes: pass.nodes,
    completedAt: pass.completedAt ?? '2030-01-01T00:00:00.000Z',
    lines,
  });
  return { type: 'AnalysisCompleted', data };
}

/** The pass of `analysed` with that id is taken out. */
export function retracted(id: string): DomainEvent {
  return { type: 'AnalysisRetracted', data: AnalysisRetracted.fromPartial({ passId: id, requestId: id }) };
}

/** A request's events in the order of its life. */
export function requestEvents(requestId: string, position: string) {
  const at = { requestId, position };
  return {
    asked: { type: 'RequestJoined', data: RequestJoined.fromPartial({ ...at, first: true }) },
    leased: { type: 'RequestLeased', data: RequestLeased.fromPartial(at) },
    released: { type: 'LeaseReleased', data: LeaseReleased.fromPartial(at) },
    cancelled: { type: 'RequestCancelled', data: RequestCancelled.fromPartial({ ...at, rowClosed: true }) },
    completed: { type: 'RequestCompleted', data: RequestCompleted.fromPartial({ ...at, by: 'analysis' }) },
  } as const satisfies Record<string, DomainEvent>;
}
