import fc from 'fast-check';
import { Partitioners } from 'kafkajs';
import { partitionOf } from './topics';

describe('the partition of a key', () => {
  const partitioner = Partitioners.DefaultPartitioner();

  it('is the one that the default partitioner of kafkajs and of Java chooses', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 64 }), (key, partitions) => {
        const partitionMetadata = Array.from({ length: partitions }, (_, partitionId) => ({
          partitionId,
          partitionErrorCode: 0,
          leader: 0,
          replicas: [],
          isr: [],
        }));
        const message = { key, value: null };
        expect(partitionOf(key, partitions)).toBe(partitioner({ topic: 't', partitionMetadata, message }));
      }),
      { numRuns: 1_000 },
    );
  });

  it('stays what it was in every release', () => {
    const keys = ['analysis-7d9b4b2e-61c2-4a53-8f8e-1f3b5f3f6a10', 'request-1', 'position:é', ''];
    expect(keys.map((key) => partitionOf(key, 6))).toEqual([5, 1, 0, 3]);
  });
});
