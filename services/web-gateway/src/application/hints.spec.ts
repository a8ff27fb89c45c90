import { catalogue, type DomainEvent, type EventRecord, type EventType } from '@atomicdb/events';
import { hintsOf, pagesProcessor } from './hints';

const key = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -';
const position = { name: 'position', data: { variant: 'atomic', key } };

function anEvent(type: EventType): EventRecord {
  const codec = catalogue[type].codec as { fromPartial(part: object): unknown };
  const data = codec.fromPartial({ position: `atomic:${key}` });
  return { event: { type, data } as DomainEvent } as EventRecord;
}

describe('the hints of an event', () => {
  it.each([
    ['AnalysisCompleted', ['position', 'fleet']],
    ['BackedValuesChanged', ['position']],
    ['PositionsClosed', ['position']],
    ['RequestJoined', ['position', 'queue']],
    ['RequestCancelled', ['position', 'queue']],
    ['RequestLeased', ['position', 'queue']],
    ['LeaseReleased', ['position', 'queue']],
    ['RequestCompleted', ['position', 'queue']],
    ['MovesOpened', ['position']],
    ['PositionsAdded', []],
    ['AccountRegistered', []],
  ] as const)('%s says %j', (type, names) => {
    const hints = hintsOf(anEvent(type));
    expect(hints.map(({ name }) => name)).toEqual(names);
    expect(hints.filter(({ name }) => name === 'position')).toEqual(names.length > 0 ? [position] : []);
    expect((pagesProcessor.types as readonly string[]).includes(type)).toBe(names.length > 0);
  });
});
