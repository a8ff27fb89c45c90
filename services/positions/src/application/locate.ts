import { parsePosition, parseVariant, verdict, type ChessPosition } from '@atomicdb/chess';
import { Rejected, type RejectionCode } from '@atomicdb/decider';
import type { StoredPosition } from '@atomicdb/rpc';

/** The position an untrusted variant and FEN mean; throws Rejected with the code of the fault. */
export function locate(variant: string, fen: string): ChessPosition {
  const name = parseVariant(variant || undefined);
  if (!name.ok) throw new Rejected(name.error.code as RejectionCode, name.error.message, 'variant');
  const position = parsePosition(name.value, fen);
  if (!position.ok) throw new Rejected(position.error.code as RejectionCode, position.error.message, 'fen');
  return position.value;
}

export function toStoredPosition(position: ChessPosition): StoredPosition {
  const closure = verdict(position);
  return {
    position: position.id,
    variant: position.variant,
    fen: position.fen,
    legal: position.legal,
    status: closure?.status ?? '',
    gate: closure?.gate ?? '',
    plies: closure?.plies ?? undefined,
  };
}
