import type { Message, Producer, ProducerRecord, RecordMetadata } from 'kafkajs';
import { onePartitionASend, partsOf } from './publisher';

const message = (bytes: number) => ({ value: Buffer.alloc(bytes) });

describe('the parts of a send', () => {
  it('stay below the limit, keep the order, and leave nothing out', () => {
    const messages = Array.from({ length: 50 }, (_, index) => message(index * 390));
    const parts = partsOf(messages, 20_000);
    expect(parts.flat()).toEqual(messages);
    expect(parts.length).toBeGreaterThan(20);
    for (const part of parts) {
      const bytes = part.reduce((sum, { value }) => sum + (value as Buffer).length + 512, 0);
      expect(bytes).toBeLessThanOrEqual(20_000);
    }
  });

  it('give a message that is bigger than a part one of its own', () => {
    const sizes = partsOf([message(10), message(50_000), message(10)], 20_000).map((part) => part.length);
    expect(sizes).toEqual([1, 1, 1]);
  });

  it('are none of no messages', () => {
    expect(partsOf([])).toEqual([]);
  });
});

describe('a round', () => {
  interface Send {
    readonly record: ProducerRecord;
    readonly answer: (metadata: RecordMetadata[]) => void;
    readonly fail: (error: Error) => void;
  }

  /** Notes every send and leaves the answer to the test. */
  function sends(): { producer: Producer; begun: Send[] } {
    const begun: Send[] = [];
    const send = (record: ProducerRecord) =>
      new Promise<RecordMetadata[]>((answer, fail) => begun.push({ record, answer, fail }));
    return { producer: { send } as unknown as Producer, begun };
  }

  const half = 300_000;
  const of = (partition: number): Message => ({ partition, ...message(half) });
  const answered = (baseOffset: string) => [{ baseOffset } as RecordMetadata];
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const partitionsOf = ({ record }: Send) => record.messages.map(({ partition }) => partition);

  it('has one partition a send and one send in flight for it, asks every replica, and knows what was acknowledged', async () => {
    const { producer, begun } = sends();
    const round = new Map([
      [0, [of(0), of(0)]],
      [3, [of(3)]],
    ]);
    const sent = onePartitionASend(1_000)(producer, 'accounts.events.v1', round);
    expect(begun.map(partitionsOf)).toEqual([[0], [3]]);
    begun[1]?.answer(answered('70'));
    await settle();
    expect(begun).toHaveLength(2);
    begun[0]?.answer(answered('41'));
    await settle();
    expect(begun.map(partitionsOf)).toEqual([[0], [3], [0]]);
    begun[2]?.answer(answered('42'));
    expect(await sent).toEqual(
      new Map([
        [0, 42n],
        [3, 70n],
      ]),
    );
    expect(begun.map(({ record }) => record.acks)).toEqual([-1, -1, -1]);
  });

  it('sends nothing more to a partition that failed, and ends when the last send has', async () => {
    const { producer, begun } = sends();
    const round = new Map([
      [0, [of(0), of(0)]],
      [3, [of(3)]],
    ]);
    let outcome = '';
    const sent = onePartitionASend(1_000)(producer, 'accounts.events.v1', round).catch(
      (error: unknown) => (outcome = String(error)),
    );
    begun[0]?.fail(new Error('not enough replicas'));
    await settle();
    expect(outcome).toBe('');
    begun[1]?.answer(answered('70'));
    await sent;
    expect(outcome).toBe('Error: not enough replicas');
    expect(begun).toHaveLength(2);
  });
});
