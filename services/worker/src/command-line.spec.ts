import { parseCommandLine } from './command-line';

const least = ['--server', 'db.example:50051', '--username', 'alice'];
const password = { WORKER_PASSWORD: 'secret' };

describe('the command line of the worker', () => {
  it('needs a server, a name and a password; the rest has defaults', () => {
    expect(parseCommandLine(least, password)).toMatchObject({
      server: 'db.example:50051',
      username: 'alice',
      password: 'secret',
      engine: null,
      threads: 1,
      slots: 1,
      hashMb: 64,
      insecure: false,
    });
  });

  it('takes every option from the environment too, where the command does not give it', () => {
    const variables = {
      WORKER_SERVER: '127.0.0.1:1',
      WORKER_USERNAME: 'bob',
      WORKER_PASSWORD: 'p',
      WORKER_MACHINE: 'attic',
      WORKER_ENGINE: '/usr/games/engine',
      WORKER_THREADS: '2',
      WORKER_SLOTS: '3',
      WORKER_HASH: '128',
      WORKER_INSECURE: '1' as const,
    };
    expect(parseCommandLine(['--slots', '4'], variables)).toEqual({
      server: '127.0.0.1:1',
      username: 'bob',
      password: 'p',
      machine: 'attic',
      engine: '/usr/games/engine',
      threads: 2,
      slots: 4,
      hashMb: 128,
      insecure: true,
    });
  });

  it('is null when help is asked for', () => {
    expect(parseCommandLine(['--help'], {})).toBeNull();
  });

  it.each([
    [[], '--server is missing.'],
    [['--server', 'nowhere'], '--server nowhere: give HOST:PORT.'],
    [['--server', 'h:1'], '--username is missing.'],
    [least, '--password-file (or WORKER_PASSWORD) is missing.'],
    [[...least, '--password-file', '/no/such/file'], 'ENOENT: no such file'],
    [['--colour'], "Unknown option '--colour'"],
  ])('says in one sentence what is wrong with %j', (args, sentence) => {
    expect(() => parseCommandLine(args, {})).toThrow(sentence);
  });

  it('takes whole numbers only', () => {
    expect(() => parseCommandLine([...least, '--threads', '0'], password)).toThrow(
      '--threads 0: give a whole number from 1 to 512.',
    );
  });
});
