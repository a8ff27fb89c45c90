import { ReapingGrace } from './reaping-grace';

const ttl = 120_000;

/** Rounds every 5 s from the first time to the last; whether the last may reap. */
function rounds(grace: ReapingGrace, from: number, to: number): boolean {
  let may = false;
  for (let now = from; now <= to; now += 5_000) may = grace.mayReap(now);
  return may;
}

describe('the grace before anything is reaped', () => {
  it('is one lease time after the start of the service', () => {
    const grace = new ReapingGrace(ttl, 0);
    expect(rounds(grace, 5_000, 115_000)).toBe(false);
    expect(grace.mayReap(120_000)).toBe(true);
  });

  it('begins again when the database did not answer', () => {
    const grace = new ReapingGrace(ttl, 0);
    rounds(grace, 5_000, 200_000);
    grace.roundFailed(200_000);
    expect(rounds(grace, 205_000, 315_000)).toBe(false);
    expect(grace.mayReap(320_000)).toBe(true);
  });

  it('begins again when this process was stopped for a while', () => {
    const grace = new ReapingGrace(ttl, 0);
    rounds(grace, 5_000, 200_000);
    expect(grace.mayReap(900_000)).toBe(false);
    expect(rounds(grace, 905_000, 1_015_000)).toBe(false);
    expect(grace.mayReap(1_020_000)).toBe(true);
  });
});
