import { parsePosition, type ChessPosition } from '@atomicdb/chess';
import { Rejected } from '@atomicdb/decider';
import type { PositionRow } from '@atomicdb/rest';
import type { GatewayPeers } from './gateway-peers';
import { positionRow, type PositionParts } from './position-row';
import { accept, graphVariant } from './read-line';

/** The graph does not have the position; a query adds nothing (positions.md, "Seeding"). */
export class PositionUnknown extends Rejected {
  /** @param fen its canonical FEN */
  constructor(readonly fen: string) {
    super('position-unknown', 'The tree does not have this position: ask for an analysis to add it.');
  }
}

/** What the services know of a position, whether or not the graph has it. */
export async function readParts(
  peers: GatewayPeers,
  position: ChessPosition,
): Promise<{ known: boolean; parts: PositionParts }> {
  const { id, fen, variant } = position;
  const [found, row, { passes }, queue] = await Promise.all([
    peers.positions.find({ variant, fen }),
    peers.backing.getRow({ position: id }),
    peers.analyses.getPasses({ position: id }),
    peers.queue.ofPosition({ position: id, accountId: '' }),
  ]);
  if (!found.position) throw new Error('the positions service answered without a position');
  return { known: found.known, parts: { position, stored: found.position, row, passes, queue } };
}

/** Reads a position; throws PositionUnknown, or Rejected with FEN_*, POS_*, unknown-variant, variant-not-in-graph. */
export async function readPosition(
  peers: GatewayPeers,
  wanted: { fen: string; variant?: string | undefined },
): Promise<PositionRow> {
  const variant = graphVariant(wanted.variant);
  const position = accept(parsePosition(variant, wanted.fen), 'fen');
  const { known, parts } = await readParts(peers, position);
  if (!known) throw new PositionUnknown(position.fen);
  return positionRow(parts);
}
