import { parsePosition, parseVariant, type ChessPosition } from '@atomicdb/chess';
import { Rejected, type RejectionCode } from '@atomicdb/decider';
import type { PositionRow } from '@atomicdb/rest';
import type { GatewayPeers } from './gateway-peers';
import { positionRow } from './position-row';

/** The graph does not have the position; a query adds nothing (positions.md, "Seeding"). */
export class PositionUnknown extends Rejected {
  /** @param fen its canonical FEN */
  constructor(readonly fen: string) {
    super('position-unknown', 'The tree does not have this position: ask for an analysis to add it.');
  }
}

function locate(variant: string | undefined, fen: string): ChessPosition {
  const name = parseVariant(variant);
  if (!name.ok) throw new Rejected(name.error.code as RejectionCode, name.error.message, 'variant');
  const position = parsePosition(name.value, fen);
  if (!position.ok) throw new Rejected(position.error.code as RejectionCode, position.error.message, 'fen');
  return position.value;
}

/** Reads a position; throws PositionUnknown, or Rejected with FEN_*, POS_*, unknown-variant, variant-not-in-graph. */
export async function readPosition(
  peers: GatewayPeers,
  wanted: { fen: string; variant?: string | undefined },
): Promise<PositionRow> {
  const position = locate(wanted.variant, wanted.fen);
  const { id, fen } = position;
  const [found, row, { passes }, queue] = await Promise.all([
    peers.positions.find({ variant: position.variant, fen }),
    peers.backing.getRow({ position: id }),
    peers.analyses.getPasses({ position: id }),
    peers.queue.ofPosition({ position: id, accountId: '' }),
  ]);
  if (!found.known || !found.position) throw new PositionUnknown(fen);
  return positionRow({ position, stored: found.position, row, passes, queue });
}
