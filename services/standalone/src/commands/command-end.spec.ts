import { EventEmitter } from 'node:events';
import { CommandEnd } from './command-end';

class FakeStream extends EventEmitter {
  readonly written: string[] = [];

  write(text: string, done?: () => void): boolean {
    this.written.push(text);
    done?.();
    return true;
  }
}

function listening(whenReaderGone = 1) {
  const exits: number[] = [];
  const process = Object.assign(new EventEmitter(), {
    stdout: new FakeStream(),
    stderr: new FakeStream(),
    exit: (code: number) => exits.push(code),
  });
  return { process, exits, end: CommandEnd.listen(whenReaderGone, process as never) };
}

describe('the end of a command', () => {
  beforeEach(() => jest.useFakeTimers({ doNotFake: ['setImmediate'] }));
  afterEach(() => jest.useRealTimers());

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ])(
    'is in order at the first %s, which may come twice at once, and at once at a further one',
    (name, code) => {
      const { process, exits, end } = listening();
      expect([end.signal.aborted, end.brokenOff]).toEqual([false, null]);
      process.emit(name);
      jest.advanceTimersByTime(20);
      process.emit(name);
      expect([end.signal.aborted, end.brokenOff, exits]).toEqual([true, code, []]);
      jest.advanceTimersByTime(1_000);
      process.emit(name);
      expect(exits).toEqual([code]);
    },
  );

  it('is that of the work which came to its end all the same', async () => {
    const { process, end } = listening();
    process.emit('SIGINT');
    expect(await end.afterAll(0)).toBe(0);
  });

  it.each([0, 1])(
    'is in order where nobody reads its output any more, with code %i as it was told',
    async (code) => {
      const { process, end } = listening(code);
      process.stdout.emit('error', Object.assign(new Error('gone'), { code: 'EPIPE' }));
      expect([end.signal.aborted, end.brokenOff, await end.afterAll(0)]).toEqual([true, code, code]);
      expect(process.stderr.written).toEqual([]);
    },
  );

  it('is 1 with a sentence where its output cannot be written', async () => {
    const { process, end } = listening(0);
    process.stdout.emit('error', Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' }));
    expect([end.brokenOff, await end.afterAll(0)]).toEqual([1, 1]);
    expect(process.stderr.written).toEqual(['The output cannot be written: ENOSPC: no space left\n']);
  });
});
