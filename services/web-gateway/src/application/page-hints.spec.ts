import { eventOf, recordOf } from '@atomicdb/testing';
import { HintLog } from './hint-log';
import { PageHints } from './page-hints';

describe('the hints of pages', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  const namesAfter = (log: HintLog, id: string) => log.after(id)?.map(({ hint }) => hint.name);

  it('say that everything is to be read again when events may have been missed, also to who comes back later', () => {
    const log = new HintLog('run');
    const hints = new PageHints((hint) => log.add(hint));
    const beforeAll = log.lastId;
    hints.joined();
    hints.joined();
    jest.runAllTimers();
    const afterReset = log.lastId;
    hints.handle(recordOf('position-k', 1, eventOf('PositionsClosed', { position: 'atomic:k' })));
    jest.runAllTimers();
    expect(namesAfter(log, beforeAll)).toEqual(['reset', 'position', 'position']);
    expect(namesAfter(log, afterReset)).toEqual(['position', 'position']);
  });

  it('come once for a moment of events, and of a position once more when the slower projections have them', () => {
    const told: string[] = [];
    const hints = new PageHints(({ name }) => told.push(name));
    for (const type of ['RequestJoined', 'RequestLeased'] as const)
      hints.handle(recordOf('request-r', 1, eventOf(type, { position: 'atomic:k' })));
    jest.advanceTimersByTime(150);
    expect(told).toEqual(['position', 'queue']);
    jest.advanceTimersByTime(2_000);
    expect(told).toEqual(['position', 'queue', 'position']);
    jest.runAllTimers();
    expect(told).toHaveLength(3);
  });
});
