import { Database, type Tx } from '@atomicdb/event-store';
import { freshDatabase, runSeed, seeded } from '@atomicdb/testing';
import { StreamVersions } from '../src/stream-versions';

const owner = 'queue';
const streams = ['request-a', 'request-b', 'request-c'];

interface Event {
  readonly stream: string;
  readonly version: number;
}

/** What a turn does with the versions of a batch: what comes next or late is passed, a gap is given up now and then. */
function take(
  versions: StreamVersions,
  batch: readonly Event[],
  givesUp: (event: Event) => boolean,
): string[] {
  return batch.map(({ stream, version }) => {
    const standing = versions.standing(stream, version);
    if (standing === 'gap' && givesUp({ stream, version })) {
      versions.giveUpBefore(stream, version);
      versions.pass(stream, version);
    }
    if (standing === 'next' || standing === 'late') versions.pass(stream, version);
    return standing;
  });
}

/** passed, next, late and gap. */
const standings = 4;

describe('the versions of the streams of a batch', () => {
  let database: Database;

  beforeAll(async () => {
    const fresh = await freshDatabase(['queue'], () => Promise.resolve());
    database = await Database.open({ service: 'queue', url: fresh.roleUrl('queue') });
    await database.migrate();
  });
  afterAll(() => database.close());

  const rows = (consumer: string) =>
    database.query(
      'rows',
      `select stream, version, missing from applied_versions where consumer = $1 order by stream`,
      [consumer],
    );

  const claimed = (tx: Tx, batch: readonly Event[]) =>
    StreamVersions.claim(tx, 'test:claimed:1', owner, batch);
  const read = (tx: Tx, batch: readonly Event[]) =>
    StreamVersions.read(
      tx,
      'test:read:1',
      owner,
      batch.map(({ stream }) => stream),
    );

  it('stand and end the same whether they are claimed at once or read before and written after', async () => {
    const { below } = seeded(runSeed('claimed versions'));
    const seen = new Set<string>();
    // A version that comes late is rare: some seeds have none in 200 rounds.
    for (let round = 0; round < 200 || seen.size < standings; round += 1) {
      const event = () => ({
        stream: streams[below(3)] ?? '',
        version: 1 + below(2 + Math.floor(round / 10)),
      });
      const batch = Array.from({ length: 1 + below(6) }, event);
      const isGivenUp = below(8) === 0;
      const outcomes: string[][] = [];
      for (const open of [claimed, read])
        await database.transaction(async (tx) => {
          const versions = await open(tx, batch);
          outcomes.push(take(versions, batch, () => isGivenUp));
          await versions.write();
        });
      expect(outcomes[0]).toEqual(outcomes[1]);
      expect(await rows('test:claimed:1')).toEqual(await rows('test:read:1'));
      for (const standing of outcomes.flat()) seen.add(standing);
    }
    expect([...seen].sort()).toEqual(['gap', 'late', 'next', 'passed']);
  });

  it('leave no row of a stream of which nothing could be applied', async () => {
    await database.transaction(async (tx) => {
      const versions = await claimed(tx, [{ stream: 'request-none', version: 7 }]);
      expect(versions.standing('request-none', 7)).toBe('gap');
      await versions.write();
    });
    expect(await rows('test:claimed:1')).not.toContainEqual(
      expect.objectContaining({ stream: 'request-none' }),
    );
  });
});
