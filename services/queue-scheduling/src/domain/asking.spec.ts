import { askResult, requestToJoin, type OpenRow } from './asking';

const waiting512: OpenRow = { requestId: 'a', budgetNodes: 512, state: 'PENDING' };
const running128: OpenRow = { requestId: 'b', budgetNodes: 128, state: 'LEASED' };
const open = [waiting512, running128];

describe('the request that asking joins', () => {
  it('is the shallowest open one that is deep enough, waiting or running', () => {
    expect(requestToJoin(open, 128)).toBe(running128);
    expect(requestToJoin(open, 129)).toBe(waiting512);
  });

  it('is a new one when every open one is shallower', () => {
    expect(requestToJoin(open, 2_000)).toBeNull();
  });
});

describe('the word for what came of asking', () => {
  const facts = [{ type: 'DeliveryDropped' }] as const;

  it.each([
    ['queued', null, facts],
    ['joined', waiting512, facts],
    ['already-running', running128, facts],
    ['already-yours', waiting512, []],
    ['already-yours', running128, []],
  ])('is %s', (word, row, made) => {
    expect(askResult(row, made)).toBe(word);
  });
});
