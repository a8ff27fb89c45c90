import { AnalysisCompleted } from '@atomicdb/events';
import { dayOf, firstDayOf, stampOf } from './stamp';

describe('the stamp', () => {
  it('counts the credited nodes for the account, on the UTC day of the completion [ATT-01]', () => {
    const analysis = AnalysisCompleted.fromJSON({
      passId: 'p1',
      accountId: 'a1',
      machine: 'm',
      position: 'atomic:k',
      creditedNodes: 512_000,
      searchedNodes: 900_000,
      completedAt: '2026-03-01T23:59:59.999Z',
    });
    expect(stampOf(analysis)).toEqual({
      passId: 'p1',
      accountId: 'a1',
      machine: 'm',
      day: '2026-03-01',
      position: 'atomic:k',
      nodes: 512_000,
    });
  });
});

describe('the day of a moment', () => {
  it.each([
    ['2026-03-01T23:59:59.999Z', '2026-03-01'],
    ['2026-03-01T23:30:00-01:00', '2026-03-02'],
    ['2026-03-01T23:59:59Z', '2026-03-01'],
    ['2026-03-01T23:59Z', '2026-03-01'],
    ['2026-03-01', '2026-03-01'],
  ])('of %s is %s in UTC', (moment, day) => {
    expect(dayOf(moment)).toBe(day);
  });

  it.each(['yesterday', '2026-13-01T00:00:00Z', '2026-03-01T25:00:00Z', '2026-03-01T00:00:00ZZ'])(
    'is not known of %s, which is no moment',
    (text) => {
      expect(() => dayOf(text)).toThrow(`${text} is no moment`);
    },
  );
});

describe('the windows of the boards', () => {
  it.each([
    ['today', '2026-03-01'],
    ['7d', '2026-02-23'],
    ['30d', '2026-01-31'],
    ['all', null],
  ] as const)('%s begins on %s when today is 2026-03-01', (window, first) => {
    expect(firstDayOf(window, '2026-03-01')).toBe(first);
  });
});
