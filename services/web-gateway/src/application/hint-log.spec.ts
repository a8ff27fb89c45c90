import { HintLog } from './hint-log';
import type { Hint } from './hints';

function aHint(number: number): Hint {
  return { name: 'position', data: { variant: 'atomic', key: String(number) } };
}

function filled(count: number, room: number): HintLog {
  const log = new HintLog('run', room);
  for (let number = 1; number <= count; number += 1) log.add(aHint(number));
  return log;
}

const keysAfter = (log: HintLog, id: string) =>
  log.after(id)?.map(({ hint }) => (hint.data as { key: string }).key) ?? null;

describe('the hint log', () => {
  it('gives the hints after an id in order, and none after the last', () => {
    const log = filled(5, 10);
    expect(keysAfter(log, 'run-2')).toEqual(['3', '4', '5']);
    expect(keysAfter(log, 'run-0')).toEqual(['1', '2', '3', '4', '5']);
    expect(keysAfter(log, log.lastId)).toEqual([]);
  });

  it('keeps as many as it has room for, and knows nothing of older ones', () => {
    const log = filled(25, 10);
    expect(keysAfter(log, 'run-15')).toEqual(['16', '17', '18', '19', '20', '21', '22', '23', '24', '25']);
    expect(keysAfter(log, 'run-14')).toBeNull();
  });

  it.each(['run-6', 'run--1', 'run-1.5', 'run-', 'run-x', 'other-2', '2', ''])(
    'does not know the id %j',
    (id) => {
      expect(keysAfter(filled(5, 10), id)).toBeNull();
    },
  );
});
