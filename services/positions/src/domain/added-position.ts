import { verdict, type ChessPosition } from '@atomicdb/chess';
import type { AddedPosition } from '@atomicdb/events';

/** A position as it enters the graph, with the closure where the rules alone give one. */
export function toAddedPosition(position: ChessPosition): AddedPosition {
  const closure = verdict(position);
  return {
    position: position.id,
    legal: position.legal,
    closure: closure
      ? { status: closure.status, gate: closure.gate, plies: closure.plies ?? undefined }
      : undefined,
  };
}
