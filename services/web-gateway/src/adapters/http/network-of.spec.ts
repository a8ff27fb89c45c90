import { networkOf } from './network-of';

describe('the network of a call', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:DB8:0001:2::9', '2001:db8:1:2'],
    ['2001:db8::9', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['', ''],
  ])('of %j is %j', (ip, network) => {
    expect(networkOf({ ip })).toBe(network);
  });
});
