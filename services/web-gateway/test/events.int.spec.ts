import type { Problem } from '@atomicdb/rest';
import { eventOf } from '@atomicdb/testing';
import { EventSourceReader } from './event-source';
import { aProblem, factsOf, RunningGateway, startId, startKey } from './running-gateway';

const position = { variant: 'atomic', key: startKey };

const joined = eventOf('RequestJoined', { requestId: 'r-1', position: startId, accountId: 'a-ada' });
const completed = eventOf('AnalysisCompleted', { passId: 'p-1', position: startId });
const changed = eventOf('BackedValuesChanged', { position: startId });
const opened = eventOf('MovesOpened', { position: startId });

describe('GET /atomicdb/api/events', () => {
  let gateway: RunningGateway;
  let readers: EventSourceReader[];

  beforeEach(async () => {
    readers = [];
    gateway = await RunningGateway.start();
  });

  afterEach(async () => {
    for (const reader of readers) reader.close();
    await gateway.stop();
  });

  async function open(lastEventId?: string): Promise<EventSourceReader> {
    const reader = await EventSourceReader.open(`${gateway.origin}/atomicdb/api/events`, lastEventId);
    readers.push(reader);
    return reader;
  }

  const heard = (reader: EventSourceReader) => reader.received.map(({ event, data }) => ({ event, data }));

  it('tells every open page what to read again', async () => {
    const [a, b] = [await open(), await open()];
    expect(a.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(a.response.headers.get('cache-control')).toBe('no-store');
    gateway.happen(joined);
    for (const reader of [a, b]) {
      await reader.until(() => reader.received.length >= 2);
      expect(heard(reader)).toEqual([
        { event: 'position', data: position },
        { event: 'queue', data: {} },
      ]);
    }
  });

  it('gathers the events of a moment, so that each hint comes once', async () => {
    const reader = await open();
    for (const event of [joined, completed, changed, joined, opened]) gateway.happen(event);
    await reader.until(() => reader.received.length >= 3);
    gateway.happen(changed);
    await reader.until(() => reader.received.length >= 4);
    expect(heard(reader).map(({ event }) => event)).toEqual(['position', 'queue', 'fleet', 'position']);
  });

  it('gives a page that was cut off what it missed, from the id it names', async () => {
    const before = await open();
    gateway.happen(joined);
    await before.until(() => before.received.length >= 2);
    const firstId = before.received[0]?.id ?? '';
    before.close();
    const after = await open(firstId);
    await after.until(() => after.received.length >= 1);
    expect(heard(after)).toEqual([{ event: 'queue', data: {} }]);
    expect(after.lastId).toBe(before.received[1]?.id);
  });

  it('has an id from the start, so that a page which heard nothing yet misses nothing', async () => {
    const before = await open();
    before.close();
    gateway.happen(changed);
    const witness = await open();
    await witness.until(() => witness.received.length >= 1);
    const after = await open(before.lastId);
    expect(heard(after)).toEqual([{ event: 'position', data: position }]);
  });

  it.each(['another-process-17', 'x', '-1', '0'])(
    'sends one reset to an id it does not know: %s',
    async (id) => {
      const reader = await open(id);
      await reader.until(() => reader.received.length >= 1);
      gateway.happen(changed);
      await reader.until(() => reader.received.length >= 2);
      expect(heard(reader)).toEqual([
        { event: 'reset', data: {} },
        { event: 'position', data: position },
      ]);
    },
  );

  it('tells open pages, and those that come back, to read everything again when the gateway may have missed events', async () => {
    const [stayed, gone] = [await open(), await open()];
    gone.close();
    gateway.missEvents();
    await stayed.until(() => stayed.received.length >= 1);
    const back = await open(gone.lastId);
    await back.until(() => back.received.length >= 1);
    for (const reader of [stayed, back]) expect(heard(reader)).toEqual([{ event: 'reset', data: {} }]);
  });

  it('ends its streams when the process drains, and does not hold it up', async () => {
    const reader = await open();
    const start = Date.now();
    await gateway.stop();
    await reader.until(() => reader.ended);
    expect(Date.now() - start).toBeLessThan(15_000);
    gateway = await RunningGateway.start();
  });

  it('takes no parameters', async () => {
    const answer = await gateway.json<Problem>('/atomicdb/api/events?since=1');
    expect(factsOf(answer)).toEqual(aProblem(422, 'unknown-field', 'since'));
  });
});
