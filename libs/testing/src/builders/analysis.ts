import type { DomainEvent, Line } from '@atomicdb/events';
import { eventOf, type Part } from './event-of';

/** Score in centipawns from the side to move and the moves of the line, as in [35, 'e2e4 e7e5']; best first. */
export type GivenLine = readonly [cp: number, moves: string];

export function linesOf(given: readonly GivenLine[]): Part<Line>[] {
  return given.map(([cp, moves], index) => {
    const pv = moves.split(' ');
    return { rank: index + 1, move: pv[0] ?? '', cp, pv };
  });
}

type Analysis = DomainEvent<'AnalysisCompleted'>['data'];

/** A completed analysis of a whole rung; request and pass share the id where only one is given. */
export function analysisOf(
  { id, nodes = 256_000, lines = [] }: { id: string; nodes?: number; lines?: readonly GivenLine[] },
  more: Part<Analysis> = {},
): DomainEvent<'AnalysisCompleted'> {
  return eventOf('AnalysisCompleted', {
    requestId: id,
    passId: id,
    position: 'atomic:k',
    budgetNodes: nodes,
    searchedNodes: nodes,
    creditedNodes: nodes,
    completedAt: '2030-01-01T00:00:00.000Z',
    lines: linesOf(lines),
    ...more,
  });
}
