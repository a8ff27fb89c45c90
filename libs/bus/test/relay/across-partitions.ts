import type { Message } from 'kafkajs';
import type { Sending } from '../../src/kafka/publisher';

/** A planted mutant: the whole round in one send, over all its partitions. It loses acknowledged messages when leaders move. */
export const acrossPartitions: Sending = async (producer, topic, round) => {
  const messages: Message[] = [...round.values()].flat();
  if (messages.length > 0) await producer.send({ topic, acks: -1, messages });
  return new Map();
};
