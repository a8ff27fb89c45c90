import type { DomainEvent } from '@atomicdb/events';
import type { Opening, OpeningMove } from './opening';

/** What the graph already has of an opening. */
export interface Known {
  readonly positions: ReadonlySet<string>;
  /** `variant:key uci` */
  readonly moves: ReadonlySet<string>;
}

/** Events for what is missing, by position; every position and move enters the graph once. */
export function grow(opening: Opening, known: Known): Map<string, DomainEvent[]> {
  const events = new Map<string, DomainEvent[]>();
  const add = (position: string, event: DomainEvent) =>
    events.set(position, [...(events.get(position) ?? []), event]);
  for (const position of opening.positions) {
    if (known.positions.has(position.position)) continue;
    add(position.position, { type: 'PositionsAdded', data: { positions: [position] } });
  }
  for (const [position, moves] of missingMoves(opening, known)) {
    const opened = moves.map(({ uci, child }) => ({ uci, child }));
    add(position, { type: 'MovesOpened', data: { position, moves: opened } });
  }
  return events;
}

function missingMoves(opening: Opening, known: Known): Map<string, OpeningMove[]> {
  const missing = new Map<string, OpeningMove[]>();
  for (const move of opening.moves) {
    if (known.moves.has(`${move.position} ${move.uci}`)) continue;
    missing.set(move.position, [...(missing.get(move.position) ?? []), move]);
  }
  return missing;
}
