import { setImmediate } from 'node:timers/promises';
import { Bell } from './bell';

const long = 60_000;

describe('the bell', () => {
  it('ends a wait when it is rung, when it was rung before, and when the work ends', async () => {
    const bell = new Bell();
    const work = new AbortController();
    const waiting = bell.wait(long, work.signal);
    bell.ring();
    await waiting;
    bell.ring();
    await bell.wait(long, work.signal);
    const last = bell.wait(long, work.signal);
    work.abort();
    await last;
    expect(work.signal.aborted).toBe(true);
  });

  it('keeps a ring for one wait only', async () => {
    const bell = new Bell();
    bell.ring();
    await bell.wait(long, new AbortController().signal);
    const work = new AbortController();
    let isOver = false;
    const second = bell.wait(long, work.signal).then(() => (isOver = true));
    await setImmediate();
    expect(isOver).toBe(false);
    work.abort();
    await second;
  });
});
