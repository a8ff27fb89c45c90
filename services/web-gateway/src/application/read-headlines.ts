import { verdict, type ChessPosition } from '@atomicdb/chess';
import type { Headline } from '@atomicdb/events';
import type { WalkedRow } from '@atomicdb/rest';
import type { GatewayPeers } from './gateway-peers';
import { currentHeadline, headlineFields } from './position-row';

type ShortHeadline = Pick<WalkedRow, 'status' | 'closure' | 'score' | 'mate' | 'kind'>;

/** The headline of each position, in their order, by one call: a line has up to 201. */
export async function readHeadlines(
  { backing }: GatewayPeers,
  positions: readonly ChessPosition[],
): Promise<ShortHeadline[]> {
  const { headlines } = await backing.getHeadlines({ positions: positions.map(({ id }) => id) });
  const known = new Map(headlines.map(({ position, headline }) => [position, headline]));
  return positions.map((position) => shortHeadline(position, known.get(position.id)));
}

function shortHeadline(position: ChessPosition, headline: Headline | undefined): ShortHeadline {
  const closure = verdict(position);
  const stored = {
    status: closure?.status ?? '',
    gate: closure?.gate ?? '',
    plies: closure?.plies ?? undefined,
  };
  const { status, closure: gate, score, mate, kind } = headlineFields(currentHeadline(stored, headline));
  return { status, closure: gate, score, mate, kind };
}
