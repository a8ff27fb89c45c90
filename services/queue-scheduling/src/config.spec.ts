import { readConfig } from '@atomicdb/config';
import { defaultConfig, environment, toQueueConfig } from './config';

function read(variables: Record<string, string>) {
  return toQueueConfig(readConfig(environment, variables));
}

describe('the configuration of the queue', () => {
  it('is the full ladder, 120 s, five lines and 5,000 names where nothing is said', () => {
    expect(read({})).toEqual(defaultConfig);
  });

  it('reads a ladder of node counts', () => {
    const variables = { LADDER: '256000,1024000', LEASE_TTL_MS: '20000', MULTIPV: '3', QUEUE_CAP: '10' };
    expect(read(variables)).toEqual({
      ladder: [256_000, 1_024_000],
      leaseTtlMs: 20_000,
      multipv: 3,
      cap: 10,
    });
  });

  it.each(['', '5,4', '5,5', '1,x', '0,1', '1.5', '128M'])('refuses the ladder "%s"', (text) => {
    expect(() => read({ LADDER: text })).toThrow(/LADDER: must/);
  });
});
