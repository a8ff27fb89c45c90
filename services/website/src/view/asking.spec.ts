import type { Problem, RequestAnswer } from '@atomicdb/rest';

import {
  allowanceText,
  answerText,
  buttonText,
  openRequestText,
  progressOf,
  refusalText,
  whyNoButton,
} from './asking';
import { anOpenRequest, aRow } from './row-builders';

function anAnswer(changes: Partial<RequestAnswer>): RequestAnswer {
  return {
    status: 'queued',
    receipt: 'r1',
    variant: 'atomic',
    key: 'k',
    fen: 'k 0 1',
    task_id: 't1',
    budget: 256_000,
    seeded: false,
    account: null,
    requests_ahead: 0,
    nodes_ahead: 0,
    own_requests_ahead: 0,
    pending: 1,
    cap: 5000,
    ...changes,
  };
}

describe('asking for an analysis', () => {
  it('names the rung on the button', () => {
    expect(buttonText(1_024_000)).toBe('Ask for an analysis at 1.024M nodes');
  });

  it('has no button at the top of the ladder and on a solved position', () => {
    expect(whyNoButton(aRow({}))).toBeNull();
    expect(whyNoButton(aRow({ next_budget: null }))).toContain('top of the ladder');
    expect(whyNoButton(aRow({ status: 'WIN', next_budget: null }))).toContain('solved');
  });

  it.each([
    [anAnswer({}), 'Queued at 256k nodes. It is next in line.'],
    [
      anAnswer({ requests_ahead: 3, nodes_ahead: 768_000 }),
      'Queued at 256k nodes. 3 requests ahead (768k nodes).',
    ],
    [
      anAnswer({ status: 'joined', requests_ahead: 1, nodes_ahead: 256_000 }),
      'Joined the request that already asks for 256k nodes. 1 request ahead (256k nodes).',
    ],
    [
      anAnswer({ status: 'already-running' }),
      'Already running: a worker searches this position at 256k nodes now.',
    ],
    [
      anAnswer({ status: 'already-yours' }),
      'Already yours: you asked for 256k nodes before. It is next in line.',
    ],
  ])('tells what came of it, case %#', (answer, text) => {
    expect(answerText(answer)).toBe(text);
  });

  it('shows the allowance of the cap', () => {
    expect(allowanceText(anAnswer({ pending: 3 }))).toBe('Waiting requests of anonymous: 3 of 5,000.');
  });

  it('passes a refusal on in its own words', () => {
    const problem: Problem = {
      type: 't',
      title: 'x',
      status: 429,
      code: 'queue-cap',
      detail: '5,000 of 5,000 wait.',
    };
    expect(refusalText(problem)).toBe('The queue cap is reached. 5,000 of 5,000 wait.');
    expect(refusalText({ ...problem, code: 'already-solved', detail: 'Solved.' })).toBe('Solved.');
  });

  it.each([
    [anOpenRequest({}), 'Waiting at 1.024M nodes. 2 requests ahead (512k nodes).', 0],
    [anOpenRequest({ state: 'LEASED', progress_nodes: 256_000 }), 'Running: 256k of 1.024M nodes.', 0.25],
    [
      anOpenRequest({ state: 'LEASED', progress_nodes: 9e9, names: 2 }),
      'Running: 9B of 1.024M nodes. 2 people asked for it.',
      1,
    ],
    [anOpenRequest({ state: 'DELIVERED' }), 'Delivered at 1.024M nodes. The result is being entered.', 1],
  ])('tells where an open request stands, case %#', (request, text, progress) => {
    expect(openRequestText(request)).toBe(text);
    expect(progressOf(request)).toBe(progress);
  });
});
