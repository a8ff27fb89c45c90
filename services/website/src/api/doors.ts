import type { Boards, PositionRow, QueuePage, RequestAnswer, SiteFacts } from '@atomicdb/rest';

import { BASE, keyOfFen, positionDoor } from '../view/urls';
import type { Hint } from './live';
import { postJson } from './read-json';
import type { Answer } from './read-json';
import { useResource } from './use-resource';
import type { Reading, Resource } from './use-resource';

/** Progress of a search is no event; it is polled while a request is open. */
const OPEN_REQUEST_POLL_MS = 3000;

const ONCE: Reading<SiteFacts> = { wants: () => false, pollMs: () => null };
const ON_FLEET: Reading<Boards> = { wants: (hint) => hint.name === 'fleet', pollMs: () => null };
const ON_QUEUE: Reading<QueuePage> = { wants: (hint) => hint.name === 'queue', pollMs: () => null };

export function useSite(): SiteFacts | null {
  return useResource<SiteFacts>(`${BASE}api/site`, ONCE).value;
}

export function useBoards(): Resource<Boards> {
  return useResource<Boards>(`${BASE}api/boards`, ON_FLEET);
}

export function useQueue(): Resource<QueuePage> {
  return useResource<QueuePage>(`${BASE}api/queue`, ON_QUEUE);
}

export function usePosition(variant: string, fen: string): Resource<PositionRow> {
  return useResource<PositionRow>(positionDoor(variant, fen), {
    wants: (hint, row) => concerns(hint, variant, fen, row),
    pollMs: (row) => (row !== null && row.requests.length > 0 ? OPEN_REQUEST_POLL_MS : null),
  });
}

/** A page shows its position, the children in its rows, and the place of its open requests. */
function concerns(hint: Hint, variant: string, fen: string, row: PositionRow | null): boolean {
  if (hint.name === 'queue') return row !== null && row.requests.length > 0;
  if (hint.name !== 'position' || hint.data.variant !== variant) return false;
  const { key } = hint.data;
  const shown = [fen, ...(row?.moves ?? []).map((move) => move.child_fen)];
  return shown.some((shownFen) => keyOfFen(shownFen) === key);
}

/** Anonymous: the request door ignores cookies (api.md). */
export function requestAnalysis(variant: string, fen: string): Promise<Answer<RequestAnswer>> {
  return postJson<RequestAnswer>(`${BASE}api/request`, { variant, fen });
}
