import { openableWalk, returnPly, walkLine, type LineWalk, type OpenableWalk } from '@atomicdb/chess';
import type { LineAnswer, WalkAnswer, WalkedRow } from '@atomicdb/rest';
import type { WalkedPly } from '@atomicdb/rpc';
import type { GatewayPeers } from './gateway-peers';
import { lineFacts } from './line-facts';
import { readLineRow } from './line-row';
import { accept, graphLine, type LineCall } from './read-line';
import { readHeadlines } from './read-headlines';

/** Reports a line to its end; adds nothing. Throws Rejected with the code of the fault, of a move with its ply. */
export async function reportLine(peers: GatewayPeers, call: LineCall): Promise<LineAnswer> {
  const { start, moves } = graphLine(call);
  const walk = accept(walkLine(start, moves), fieldOf(call));
  return { ...lineFacts(walk), row: await readLineRow(peers, walk) };
}

/**
 * Opens the moves of a line in the graph, up to its crossing.
 *
 * @param charge told what the walk added, as soon as it is there
 */
export async function walk(
  peers: GatewayPeers,
  call: LineCall,
  charge: (added: number) => void,
): Promise<WalkAnswer> {
  const { start, moves } = graphLine(call);
  const openable = accept(openableWalk(start, moves), fieldOf(call));
  const { plies } = await peers.positions.walk({ variant: start.variant, fen: start.fen, moves: [...moves] });
  const seeded = plies.filter((ply) => ply.seeded).length;
  const opened = plies.filter((ply) => ply.opened).length;
  charge(seeded + opened);
  const opening = accept(walkLine(start, moves.slice(0, openable.lastPly)), fieldOf(call));
  const [rows, row] = await Promise.all([readRows(peers, opening, plies), readLineRow(peers, opening)]);
  const { crossing_ply: _crossing, ...facts } = lineFacts(opening);
  return {
    ...facts,
    crossing_ply: openable.walk.crossingPly,
    plies: rows,
    cut: cutOf(openable),
    seeded,
    opened,
    row,
  };
}

function fieldOf({ pgn }: LineCall): string {
  return pgn === undefined ? 'moves' : 'pgn';
}

async function readRows(
  peers: GatewayPeers,
  walk: LineWalk,
  plies: readonly WalkedPly[],
): Promise<WalkedRow[]> {
  const headlines = await readHeadlines(peers, walk.positions);
  const { plies: facts } = lineFacts(walk);
  return facts.flatMap((fact, ply) => {
    const headline = headlines[ply];
    const { seeded = false, opened = false } = plies[ply] ?? {};
    return headline ? [{ ...fact, seeded, opened, ...headline }] : [];
  });
}

/** "answered by the position before it, with the reason" (positions.md, "Lines"). */
function cutOf({ walk }: OpenableWalk): WalkAnswer['cut'] {
  const { crossingPly: ply, positions, last } = walk;
  if (ply === null) return null;
  return { ply, reason: 'crossing', returns_to_ply: returnPly(walk, positions[ply] ?? last) ?? 0 };
}
