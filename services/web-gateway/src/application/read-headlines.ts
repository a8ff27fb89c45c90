import { verdict, type ChessPosition } from '@atomicdb/chess';
import type { WalkedRow } from '@atomicdb/rest';
import type { GatewayPeers } from './gateway-peers';
import { currentHeadline, headlineFields } from './position-row';

type ShortHeadline = Pick<WalkedRow, 'status' | 'closure' | 'score' | 'mate' | 'kind'>;

/** Rows asked for at a time: a line has up to 201. */
const atOnce = 16;

/** The headline of each position, in their order. */
export async function readHeadlines(
  peers: GatewayPeers,
  positions: readonly ChessPosition[],
): Promise<ShortHeadline[]> {
  const headlines: ShortHeadline[] = [];
  for (let from = 0; from < positions.length; from += atOnce) {
    const some = positions.slice(from, from + atOnce);
    headlines.push(...(await Promise.all(some.map((position) => readHeadline(peers, position)))));
  }
  return headlines;
}

async function readHeadline({ backing }: GatewayPeers, position: ChessPosition): Promise<ShortHeadline> {
  const { headline } = await backing.getRow({ position: position.id });
  const closure = verdict(position);
  const stored = {
    status: closure?.status ?? '',
    gate: closure?.gate ?? '',
    plies: closure?.plies ?? undefined,
  };
  const { status, closure: gate, score, mate, kind } = headlineFields(currentHeadline(stored, headline));
  return { status, closure: gate, score, mate, kind };
}
