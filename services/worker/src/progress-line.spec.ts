import { startReport } from './domain/search-report';
import { progressText } from './progress-line';

const assignment = {
  leaseId: 'lease-1',
  token: 'token-1',
  variant: 'atomic',
  fen: '',
  nodes: 128_000_000,
  multipv: 5,
  beatMs: 20_000,
  expectedSeconds: 512,
};
const line = { rank: 1, score: { cp: 53 }, depth: 18, seldepth: 25, pv: ['g1f3'] };

describe('progressText', () => {
  it('tells how far a search is, what it found and how fast it is', () => {
    const report = { ...startReport(5), nodes: 12_345_678, completed: [line] };
    const searches = [{ assignment, report, elapsedMs: 40_000 }];
    expect(progressText({ isConnected: true, finished: 3, unanswered: 0, searches })).toBe(
      '12.3M of 128.0M (9 %), depth 18 +0.53 g1f3, 309 kN/s; 3 finished',
    );
  });

  it('says when it waits, and what has not arrived', () => {
    expect(progressText({ isConnected: false, finished: 3, unanswered: 1, searches: [] })).toBe(
      'not connected; waiting for work; 3 finished, 1 unanswered',
    );
  });
});
