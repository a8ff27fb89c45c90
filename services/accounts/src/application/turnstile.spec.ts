import { Rejected } from '@atomicdb/decider';
import { Turnstile } from './turnstile';

/** Works that end when told to, with the most that ran at once. */
function works() {
  const ends: (() => void)[] = [];
  const seen = { running: 0, most: 0 };
  const work = async () => {
    seen.running += 1;
    seen.most = Math.max(seen.most, seen.running);
    await new Promise<void>((resolve) => ends.push(resolve));
    seen.running -= 1;
  };
  return { work, ends, seen };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('the turnstile', () => {
  it('lets so many run, so many wait, and refuses the rest', async () => {
    const { work, ends, seen } = works();
    const turnstile = new Turnstile(2, 3);
    const outcomes = Array.from({ length: 6 }, () => turnstile.run(work).then(() => 'done', codeOf));
    expect(await outcomes[5]).toBe('checks-busy');
    for (let round = 0; round < 5; round += 1) {
      await turn();
      ends.shift()?.();
    }
    expect(await Promise.all(outcomes.slice(0, 5))).toEqual(Array(5).fill('done'));
    expect(seen.most).toBe(2);
  });

  it('gives the place free when the work fails', async () => {
    const turnstile = new Turnstile(1, 0);
    await expect(turnstile.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    await expect(turnstile.run(() => Promise.resolve('through'))).resolves.toBe('through');
  });
});

function codeOf(error: unknown): string {
  return error instanceof Rejected ? error.code : String(error);
}
