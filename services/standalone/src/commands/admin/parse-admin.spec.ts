import { parseAdmin, WrongUsage } from './parse-admin';

const id = '0190c7a8-5b3e-8c1d-9f00-0123456789ab';

describe("the operator's commands", () => {
  it('list, show and release dead letters', () => {
    expect(parseAdmin(['dead-letters', 'list', '--consumer', 'a:b:1', '--json'])).toMatchObject({
      kind: 'list',
      consumer: 'a:b:1',
      limit: 1000,
      json: true,
    });
    expect(parseAdmin(['dead-letters', 'show', id.toUpperCase(), '--data', 'd'])).toMatchObject({
      kind: 'show',
      eventId: id,
      place: { data: 'd' },
    });
    expect(parseAdmin(['dead-letters', 'release', id])).toMatchObject({ eventId: id, waits: true });
    expect(
      parseAdmin(['dead-letters', 'release', '--all', '--consumer', 'a:b:1', '--no-wait']),
    ).toMatchObject({
      eventId: null,
      consumer: 'a:b:1',
      waits: false,
    });
  });

  it('are null when help is asked for', () => {
    expect(parseAdmin(['dead-letters', '--help'])).toBeNull();
  });

  it.each([
    [[], 'Nothing is asked for: give dead-letters, or --help.'],
    [['letters'], 'There is no letters: give dead-letters, or --help.'],
    [['dead-letters'], 'dead-letters : give list, show or release.'],
    [['dead-letters', 'drop'], 'dead-letters drop: give list, show or release.'],
    [['dead-letters', 'list', id], `${id} is too much for dead-letters list.`],
    [['dead-letters', 'list', '--limit', '0'], '--limit 0: give a whole number from 1 to 1000000.'],
    [['dead-letters', 'show'], 'Give the id of an event, as dead-letters list shows it.'],
    [['dead-letters', 'show', '12'], '12 is not the id of an event'],
    [['dead-letters', 'release', id, '--all'], 'Give the id of an event or --all, not both.'],
    [['dead-letters', 'list', '--colour'], 'There is no option --colour: see --help.'],
    [['dead-letters', 'list', '--kafka', 'a:1'], 'There is no option --kafka: see --help.'],
    [['dead-letters', 'list', '--all'], 'dead-letters list takes no --all: see --help.'],
    [['dead-letters', 'show', id, '--consumer', 'a'], 'dead-letters show takes no --consumer: see --help.'],
    [['dead-letters', 'release', id, '--limit', '9'], 'dead-letters release takes no --limit: see --help.'],
    [
      ['dead-letters', 'list', '--postgres', 'postgres://a:b@c/d', '--data', 'd'],
      'dead-letters list takes no --data: see --help.',
    ],
  ])('refuse %j with a sentence', (args, sentence) => {
    expect(() => parseAdmin(args)).toThrow(WrongUsage);
    expect(() => parseAdmin(args)).toThrow(sentence);
  });
});
