import { type Rejected } from '@atomicdb/decider';
import { nextRung, rungToAsk } from './ladder';

const ladder = [128_000_000, 512_000_000, 2_000_000_000, 10_000_000_000];

function refusal(deepest: number, budget: number): string {
  try {
    rungToAsk(ladder, deepest, budget);
  } catch (error) {
    return (error as Rejected).code;
  }
  return 'not refused';
}

describe('the rung that asking takes', () => {
  it.each([
    ['the lowest where nothing was searched', 0, 0, 128_000_000],
    ['the next above the deepest pass [QUE-18]', 512_000_000, 0, 2_000_000_000],
    ['the next above a pass between two rungs', 600_000_000, 0, 2_000_000_000],
    ['the chosen one above it', 128_000_000, 10_000_000_000, 10_000_000_000],
    ['never one that has been searched', 512_000_000, 128_000_000, 2_000_000_000],
  ])('is %s', (_name, deepest, budget, rung) => {
    expect(rungToAsk(ladder, deepest, budget)).toBe(rung);
  });

  it('refuses at the top of the ladder, whatever was chosen', () => {
    expect(refusal(10_000_000_000, 0)).toBe('top-of-ladder');
    expect(refusal(10_000_000_000, 128_000_000)).toBe('top-of-ladder');
    expect(nextRung(ladder, 10_000_000_000)).toBe(0);
  });

  it('refuses a budget between the rungs', () => {
    expect(refusal(0, 129_000_000)).toBe('budget-not-on-ladder');
    expect(refusal(0, -1)).toBe('budget-not-on-ladder');
  });
});
