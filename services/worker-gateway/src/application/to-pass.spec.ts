import type { workerApi } from '@atomicdb/rpc';
import { toPass } from './to-pass';

const complete = (score: { cp?: number; mate?: number }): workerApi.Complete => ({
  leaseId: 'lease-1',
  token: 'token-1',
  nodes: 10,
  lines: [{ rank: 1, pv: ['e1g1', 'e8c8'], depth: 3, seldepth: 4, ...score }],
  engine: undefined,
  engineBuild: '',
  netHash: '',
  threads: 1,
  hashMb: 16,
  elapsedMs: 5,
});

describe('toPass', () => {
  it.each([
    [{ mate: 1 }, 29_999],
    [{ mate: 500 }, 29_001],
    [{ mate: -1 }, -29_998],
    [{ mate: -499 }, -29_002],
    [{ cp: 20_000 }, 20_000],
    [{ cp: -20_000 }, -20_000],
    [{ cp: 0 }, 0],
  ])('stores %j as %i', (score, cp) => {
    expect(toPass(complete(score), 5).lines[0]?.cp).toBe(cp);
  });

  it.each([
    [{ mate: 0 }],
    [{ mate: 501 }],
    [{ mate: -500 }],
    [{ mate: 30_000 }],
    [{ cp: 20_001 }],
    [{}],
    [{ cp: 1, mate: 1 }],
  ])('refuses %j as a score', (score) => {
    expect(() => toPass(complete(score), 5)).toThrow(expect.objectContaining({ code: 'pass-score' }));
  });

  it('keeps the moves as they came and names the first', () => {
    expect(toPass(complete({ cp: 1 }), 5).lines[0]).toEqual({
      rank: 1,
      move: 'e1g1',
      cp: 1,
      pv: ['e1g1', 'e8c8'],
      depth: 3,
      seldepth: 4,
    });
  });
});
