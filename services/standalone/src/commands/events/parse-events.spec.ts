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
    [['import', '-'], 'import wants a file and takes no standard input'],
    [['verify', 'all'], 'verify takes no all'],
    [['tail', '--owner', 'web'], '--owner web: give accounts, positions, queue, analyses, backing.'],
    [['tail', '--type', 'Nothing'], '--type Nothing: give PositionsAdded, '],
    [['tail', '--from', 'end'], '--from end: give start.'],
    [['verify', '--kafka', 'nonsense'], '--kafka nonsense: give brokers, as in host:port,host:port.'],
    [['verify', '--data', ''], '--data is empty: give a folder, as in .data.'],
    [['tail', '--colour'], 'There is no option --colour: see --help.'],
    [['tail', '--data'], '--data wants a value: see --help.'],
    [['tail', '--data', '--json'], '--data wants a value: see --help.'],
    [['tail', '--json=1'], '--json takes no value: see --help.'],
    [['export', '-', '--owner', 'queue'], 'export takes no --owner: see --help.'],
    [['export', '-', '--json'], 'export takes no --json: see --help.'],
    [['show', 'a', '--owner', 'queue'], 'show takes no --owner: see --help.'],
    [['show', 'a', '--from', 'start'], 'show takes no --from: see --help.'],
    [['import', 'a', '--type', 'RequestJoined'], 'import takes no --type: see --help.'],
    [['restore', '--stream', 'a'], 'restore takes no --stream: see --help.'],
    [['verify', '--from', 'start'], 'verify takes no --from: see --help.'],
    [['tail', '--kafka', 'a:1'], 'tail takes no --kafka: see --help.'],
    [
      ['import', 'a', '--postgres', 'postgres://a:b@c/d', '--data', 'd'],
      'import takes no --data: see --help.',
    ],
  ])('refuse %j with a sentence', (args, sentence) => {
    expect(() => parseEvents(args)).toThrow(sentence);
  });
});
