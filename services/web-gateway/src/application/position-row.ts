import type { ChessPosition } from '@atomicdb/chess';
import type { AnalysisCompleted, Headline } from '@atomicdb/events';
import type { Gate, HeadlineKind, OpenRequest, PositionRow, Status } from '@atomicdb/rest';
import type { GetRowResponse, OfPositionResponse, QueueRequest, StoredPosition } from '@atomicdb/rpc';
import { analysisBlock } from './analysis-block';
import { toAnchorLink } from './anchor-link';
import { moveRows } from './move-rows';
import { placeOf } from './place';
import { mateOf, scoreOfStatus } from './score';

/** What the services know of one position that the graph has. */
export interface PositionParts {
  readonly position: ChessPosition;
  readonly stored: StoredPosition;
  readonly row: GetRowResponse;
  /** Newest first. */
  readonly passes: readonly AnalysisCompleted[];
  readonly queue: OfPositionResponse;
}

/** What the rules alone say of a position. */
export type Closing = Pick<StoredPosition, 'status' | 'gate' | 'plies'>;

type HeadlineFields = Pick<
  PositionRow,
  | 'status'
  | 'closure'
  | 'score'
  | 'mate'
  | 'kind'
  | 'backed_eval'
  | 'backed_move'
  | 'backed_plies'
  | 'backed_nodes'
  | 'anchor'
  | 'walked'
  | 'repetition'
>;

const openStates = ['PENDING', 'LEASED', 'DELIVERED'];
const backedKinds = ['backed', 'walked', 'repetition'];

/** Body of GET /atomicdb/api/query; the same for every caller. Source: api.md, `query`, and V, "API". */
export function positionRow(parts: PositionParts): PositionRow {
  const { position, row, passes, queue } = parts;
  const headline = headlineFields(currentHeadline(parts.stored, row.headline));
  const analysis = analysisBlock(position, passes);
  const best = analysis?.lines[0];
  const point = best?.cp ?? row.point ?? null;
  return {
    variant: position.variant,
    key: position.key,
    fen: position.fen,
    legal: position.legal,
    ...headline,
    eval_cp: point,
    point,
    best_move: headline.backed_move ?? best?.move ?? null,
    open_questions: [],
    proof_ignores: 'the 50-move rule',
    composition: { searched: row.searched, seeded: row.seeded, queued: row.queued },
    moves: moveRows(position, row.moves),
    analysis,
    requests: queue.requests.filter(({ state }) => openStates.includes(state)).map(toOpenRequest),
    next_budget: headline.status === 'UNKNOWN' ? queue.nextBudgetNodes || null : null,
  };
}

/** The verdict of the rules stands from the start; the projection may not have seen the position yet. */
export function currentHeadline(stored: Closing, headline: Headline | undefined): Headline {
  if (headline && (stored.status === '' || headline.status === stored.status)) return headline;
  const none = { value: undefined, move: '', nodes: undefined, anchor: '' };
  if (stored.status === '')
    return { ...none, status: 'UNKNOWN', closure: '', kind: 'none', plies: undefined };
  return { ...none, status: stored.status, closure: stored.gate, kind: 'solved', plies: stored.plies };
}

export function headlineFields(headline: Headline): HeadlineFields {
  const status = (headline.status || 'UNKNOWN') as Status;
  const plies = headline.plies ?? null;
  const score = status === 'UNKNOWN' ? (headline.value ?? null) : scoreOfStatus(status, plies);
  return {
    status,
    closure: (headline.closure || null) as Gate | null,
    score,
    mate: mateOf(score),
    kind: (headline.kind || 'none') as HeadlineKind,
    backed_eval: backedKinds.includes(headline.kind) ? score : null,
    backed_move: headline.move || null,
    backed_plies: plies,
    backed_nodes: headline.nodes ?? null,
    anchor: toAnchorLink(headline.anchor),
    walked: headline.kind === 'walked',
    repetition: headline.kind === 'repetition',
  };
}

function toOpenRequest(request: QueueRequest): OpenRequest {
  return {
    task_id: request.requestId,
    budget: request.budgetNodes,
    state: request.state as OpenRequest['state'],
    ...placeOf(request),
    progress_nodes: request.progressNodes,
    names: request.names,
  };
}
