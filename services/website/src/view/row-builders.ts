import type { MoveRow, OpenRequest, PassSummary, PositionRow } from '@atomicdb/rest';

/** Rows for the specs: a start position nobody has searched, with what the case changes. */

export function aRow(changes: Partial<PositionRow>): PositionRow {
  return {
    variant: 'atomic',
    key: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -',
    fen: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
    legal: 20,
    status: 'UNKNOWN',
    closure: null,
    score: null,
    mate: null,
    kind: 'none',
    eval_cp: null,
    point: null,
    backed_eval: null,
    backed_move: null,
    backed_plies: null,
    backed_nodes: null,
    best_move: null,
    anchor: null,
    walked: false,
    repetition: false,
    open_questions: [],
    proof_ignores: 'the 50-move rule',
    composition: { searched: 0, seeded: 0, queued: 0 },
    moves: [],
    analysis: null,
    requests: [],
    next_budget: 256_000,
    ...changes,
  };
}

export function aMove(changes: Partial<MoveRow>): MoveRow {
  return {
    uci: 'e2e4',
    san: 'e4',
    child: 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -',
    child_fen: 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1',
    value: 20,
    mate: null,
    kind: 'point',
    nodes: 256_000,
    plies: null,
    anchor: null,
    child_status: 'UNKNOWN',
    child_closure: null,
    searched: true,
    passes: 1,
    queued: false,
    running: false,
    ...changes,
  };
}

export function aPass(changes: Partial<PassSummary>): PassSummary {
  return {
    pass_id: 'p1',
    budget: 256_000,
    nodes: 256_000,
    width: 3,
    cp: 20,
    move: 'e2e4',
    depth: 18,
    completed_at: '2026-03-01T14:03:59Z',
    account: 'ada',
    engine: 'Fairy-Stockfish',
    ...changes,
  };
}

export function anOpenRequest(changes: Partial<OpenRequest>): OpenRequest {
  return {
    task_id: 't1',
    budget: 1_024_000,
    state: 'PENDING',
    requests_ahead: 2,
    nodes_ahead: 512_000,
    progress_nodes: 0,
    names: 1,
    ...changes,
  };
}
