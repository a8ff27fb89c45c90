import { eventually } from '@atomicdb/testing';
import { KafkaLog } from '../src';
import { endOffsets } from '../src/kafka/topic-reader';
import { within } from '../src/kafka/until';
import { topicOf } from '../src/kafka/topics';
import { nothingWrong, RelayScene } from './relay/relay-scene';

const topic = topicOf('accounts');
const partitions = 6;
const soonMs = 20_000;

describe('a topic on which a stranger has left transactions', () => {
  let scene: RelayScene;
  let brokers: readonly string[];
  let end: () => Promise<void>;
  let written = 0;

  beforeAll(async () => ({ scene, brokers, end } = await RelayScene.openAlone()));
  afterAll(() => end());

  /** Each leaves a control record in every partition, and what was aborted is shown to nobody. */
  async function transaction(outcome: 'commit' | 'abort'): Promise<void> {
    const producer = scene.kafka().producer({
      transactionalId: `stranger-${outcome}`,
      maxInFlightRequests: 1,
      idempotent: true,
    });
    await producer.connect();
    const before = await eventually(() => endOffsets(scene.kafka(), topic));
    const open = await producer.transaction();
    const messages = Array.from({ length: partitions }, (_, partition) => ({ partition, value: 'hello' }));
    await open.send({ topic, messages });
    await open[outcome]();
    await producer.disconnect();
    // The brokers answer before the control records are written.
    await eventually(async () => {
      const after = await endOffsets(scene.kafka(), topic);
      for (const [partition, end] of before) expect(after.get(partition)).toBe(end + 2n);
    });
  }

  const audit = () => within(2 * soonMs, scene.audit(soonMs));
  const offsets = (...places: number[]) =>
    places.flatMap((offset) =>
      Array.from({ length: partitions }, (_, partition) => `partition ${partition}, offset ${offset}`),
    );

  it('is read to its end, whether messages come after them or not', async () => {
    await transaction('commit');
    await transaction('abort');
    scene.startRelay();
    await scene.append(0, 5);
    written += 50;
    expect(await audit()).toMatchObject({
      ...nothingWrong,
      messages: written + partitions,
      foreign: expect.arrayContaining(offsets(0)) as string[],
    });
    await transaction('abort');
    await transaction('commit');
    const { foreign, ...more } = await audit();
    expect(more).toMatchObject({ missing: [], repeated: [], messages: written + 2 * partitions });
    expect(foreign).toHaveLength(2 * partitions);
    await transaction('abort');
    expect((await audit()).messages).toBe(written + 2 * partitions);
  });

  it('is taken over by a relay that finds them beyond what was recorded, and nothing is written twice', async () => {
    await scene.stopRelay();
    await transaction('abort');
    await transaction('commit');
    await scene.append(1, 5);
    scene.startRelay();
    written += 50;
    const { missing, repeated, messages } = await audit();
    expect({ missing, repeated, messages }).toEqual({
      missing: [],
      repeated: [],
      messages: written + 3 * partitions,
    });
  });

  it('is rebuilt from: each partition is handed over in order, from any place', async () => {
    await scene.stopRelay();
    const ends = await lastOffsets();
    const log = new KafkaLog(brokers);
    let deliveries = 0;
    for (const reader of await log.readersOf(['accounts'])) {
      const last = ends.get(reader.place.partition) ?? '';
      const cursors: number[] = [];
      for (let after: string | null = null; after !== last;) {
        const batch: readonly { readonly cursor: string }[] = await within(
          soonMs,
          reader.read(after, last, 7),
        );
        expect(batch.length).toBeGreaterThan(0);
        cursors.push(...batch.map(({ cursor }) => Number(cursor)));
        after = batch.at(-1)?.cursor ?? null;
      }
      expect(cursors).toEqual(cursors.toSorted((a, b) => a - b));
      expect(new Set(cursors).size).toBe(cursors.length);
      deliveries += cursors.length;
    }
    expect(deliveries).toBe(written + 3 * partitions);
  });

  /** Of the last message in each partition that a consumer is shown. */
  async function lastOffsets(): Promise<ReadonlyMap<number, string>> {
    const member = scene.kafka().consumer({ groupId: 'last' });
    const last = new Map<number, string>();
    let shown = 0;
    await member.connect();
    await member.subscribe({ topics: [topic], fromBeginning: true });
    await member.run({
      eachMessage: ({ partition, message }) => {
        last.set(partition, message.offset);
        shown += 1;
        return Promise.resolve();
      },
    });
    await eventually(() => expect(shown).toBe(written + 3 * partitions), { timeoutMs: soonMs });
    await member.disconnect();
    return last;
  }
});
