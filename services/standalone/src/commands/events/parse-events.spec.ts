import { parseEvents } from './parse-events';

describe('the arguments of events', () => {
  it('name a command and what it works on', () => {
    expect(
      parseEvents(['tail', '--owner', 'queue', '--type', 'RequestJoined', '--from', 'start']),
    ).toMatchObject({
      verb: 'tail',
      choice: { owner: 'queue', type: 'RequestJoined' },
      fromStart: true,
    });
    expect(parseEvents(['show', 'request-1', '--json'])).toMatchObject({
      verb: 'show',
      stream: 'request-1',
      json: true,
    });
    expect(parseEvents(['export', '-'])).toMatchObject({ verb: 'export', file: '-' });
    expect(parseEvents(['import', 'a.ndjson', '--data', 'd'])).toMatchObject({
      verb: 'import',
      place: { data: 'd' },
    });
    expect(parseEvents(['verify', '--kafka', 'a:1,b:2'])).toMatchObject({
      verb: 'verify',
      place: { kafka: ['a:1', 'b:2'] },
    });
    expect(parseEvents(['--help'])).toBeNull();
  });

  it.each([
    [[], 'Nothing is asked for'],
    [['drop'], 'There is no drop'],
    [['show'], 'show wants a stream'],
    [['export'], 'export wants a file'],
    [['verify', 'all'], 'verify takes no all'],
    [['tail', '--owner', 'web'], '--owner web: give accounts, positions, queue, analyses, backing.'],
    [['tail', '--type', 'Nothing'], '--type Nothing: give PositionsAdded, '],
    [['tail', '--from', 'end'], '--from end: give start.'],
    [['verify', '--kafka', 'nonsense'], '--kafka nonsense: give brokers, as in host:port,host:port.'],
    [['verify', '--data', ''], '--data is empty: give a folder, as in .data.'],
    [['tail', '--colour'], "Unknown option '--colour'"],
  ])('refuse %j with a sentence', (args, sentence) => {
    expect(() => parseEvents(args)).toThrow(sentence);
  });
});
