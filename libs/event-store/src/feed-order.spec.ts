import { isAfter } from './feed-order';

describe('the order of the feed', () => {
  it.each([
    ['a later transaction', '100:1', '99:500', true],
    ['an earlier transaction', '99:500', '100:1', false],
    ['a later place in a transaction', '7:10', '7:9', true],
    ['an earlier place in a transaction', '7:9', '7:10', false],
    ['the same place', '7:9', '7:9', false],
    ['transaction ids beyond what a double holds', '9007199254740993:1', '9007199254740992:2', true],
  ])('knows %s', (_name, a, b, after) => {
    expect(isAfter(a, b)).toBe(after);
  });
});
