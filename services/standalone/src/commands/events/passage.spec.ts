import { TopicPassage } from './passage';

describe('what a consumer has passed on a topic', () => {
  it('is what lies up to its cursors and is in the store, however far a stranger has counted', async () => {
    const passage = new TopicPassage('a:b:1', 'queue', new Map([[0, 7n]]), () => 3);
    const take = (offset: bigint, version: number, partition = 0) =>
      passage.take({ partition, offset, stream: 'request-a', version });
    take(1n, 1);
    take(5n, 999_999_999);
    take(7n, 2);
    take(8n, 3);
    take(1n, 3, 1);
    passage.leaveOut(['request-a@1']);
    expect(await passage.lastVersions()).toEqual(new Map([['request-a', 2]]));
    expect(await passage.versionsOf('request-a')).toEqual([2]);
  });
});
