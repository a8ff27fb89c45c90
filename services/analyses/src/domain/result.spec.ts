import { fold, type Rejected } from '@atomicdb/decider';
import type { AnalysisCompleted, DomainEvent } from '@atomicdb/events';
import { result } from './result';

const pass = (passId: string): AnalysisCompleted => ({
  passId,
  requestId: 'r1',
  leaseId: `lease-of-${passId}`,
  position: 'atomic|start',
  budgetNodes: 256_000,
  searchedNodes: 256_000,
  creditedNodes: 256_000,
  accountId: 'a1',
  accountName: 'ada',
  machine: 'm',
  completedAt: '2026-01-01T00:00:00.000Z',
  lines: [],
  engine: undefined,
  threads: 1,
  hashMb: 16,
  multipv: 5,
  elapsedMs: 1,
});

const completed = (passId: string): DomainEvent<'AnalysisCompleted'> => ({
  type: 'AnalysisCompleted',
  data: pass(passId),
});

function refusal(given: DomainEvent<'AnalysisCompleted'>[], passId: string): string {
  try {
    result.decide(pass(passId), fold(result, given));
  } catch (error) {
    return (error as Rejected).code;
  }
  return 'accepted';
}

describe('the result of a request', () => {
  it('is the first pass that is accepted', () => {
    expect(result.decide(pass('p1'), fold(result, []))).toEqual([completed('p1')]);
  });

  it('is not written again when the same pass is sent again', () => {
    expect(result.decide(pass('p1'), fold(result, [completed('p1')]))).toEqual([]);
  });

  it('is not replaced by another pass', () => {
    expect(refusal([completed('p1')], 'p2')).toBe('stale');
  });
});
