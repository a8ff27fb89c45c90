import { initdbArguments } from './cluster';
import { parsePostmaster } from './postmaster';
import { explain, serverArguments } from './server';

const pidFile = (state: string): string =>
  ['4711', '/data', '1790000000', '54320', '', '127.0.0.1', '  1234567    7', state].join('\n');

describe('parsePostmaster', () => {
  it('reads process, port and readiness', () => {
    expect(parsePostmaster(pidFile('ready   '))).toEqual({ pid: 4711, port: 54320, ready: true });
  });

  it('is not ready while starting or stopping', () => {
    expect(parsePostmaster(pidFile('starting'))?.ready).toBe(false);
    expect(parsePostmaster(pidFile('stopping'))?.ready).toBe(false);
  });

  it('takes an empty or torn file for no server', () => {
    expect(parsePostmaster('')).toBeUndefined();
    expect(parsePostmaster('garbage')).toBeUndefined();
  });
});

describe('serverArguments', () => {
  const words = (fsync: boolean): string =>
    serverArguments('/d', 5, { fsync, settings: { work_mem: '8MB' } }).join(' ');

  it('listens on the loopback address alone and opens no socket file', () => {
    expect(words(true)).toContain('-h 127.0.0.1 -p 5 -c unix_socket_directories= ');
  });

  it('never trades acknowledged commits for speed', () => {
    expect(words(true)).not.toContain('fsync');
    expect(words(false)).toContain('fsync=off');
    expect(words(false)).not.toContain('synchronous_commit');
  });

  it('lets a caller add a setting and override a fixed one', () => {
    const settings = { max_connections: '20', work_mem: '8MB' };
    const argv = serverArguments('/d', 5, { fsync: true, settings });
    expect(argv.filter((word) => word.startsWith('max_connections'))).toEqual(['max_connections=20']);
    expect(argv).toContain('work_mem=8MB');
  });
});

describe('explain', () => {
  it.each([
    ['port-taken', 'LOG:  could not bind IPv4 address "127.0.0.1": Address already in use'],
    ['orphans', 'FATAL:  pre-existing shared memory block (key 1, ID 2) is still in use'],
    ['in-use', 'FATAL:  lock file "postmaster.pid" already exists'],
    ['failed', 'FATAL:  could not map anonymous shared memory: Cannot allocate memory'],
  ])('reads %s from the words of the server', (outcome, log) => {
    expect(explain(log)).toEqual({ outcome, log });
  });
});

describe('initdbArguments', () => {
  it('asks for UTF-8 with the order of code points on every platform', () => {
    expect(initdbArguments('/d', '/p', 'linux')).toContain('--locale=C.UTF-8');
    expect(initdbArguments('/d', '/p', 'darwin')).toContain('--builtin-locale=C.UTF-8');
    expect(initdbArguments('/d', '/p').join(' ')).toContain('-E UTF8');
  });
});
