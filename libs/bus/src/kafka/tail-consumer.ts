import { randomUUID } from 'node:crypto';
import { ownerOf } from '@atomicdb/events';
import type { Kafka } from 'kafkajs';
import type { Tail } from '../bus';
import { pause } from '../pause';
import { showTail } from '../show-tail';
import { fromMessage, type MessagePlace } from './message';
import { topicOf } from './topics';
import { fetchWaitMs } from './until';

const restartMs = 1_000;

function hand(tail: Tail, place: MessagePlace, onError: (error: unknown) => void): void {
  const { envelope, payload } = fromMessage(place);
  showTail(tail, envelope, payload, onError);
}

/** Reads the topics from now on, in a group of its own: every replica sees every event. */
export async function followTopics(
  kafka: Kafka,
  tail: Tail,
  signal: AbortSignal,
  onError: (error: unknown) => void,
): Promise<void> {
  const groupId = `atomicdb.${tail.name}.${randomUUID()}`;
  while (!signal.aborted) {
    const member = kafka.consumer({
      groupId,
      allowAutoTopicCreation: false,
      maxWaitTimeInMs: fetchWaitMs,
      retry: { retries: 5 },
    });
    try {
      await member.connect();
      await member.subscribe({ topics: [...new Set(tail.types.map((type) => topicOf(ownerOf(type))))] });
      await member.run({ eachMessage: (place) => Promise.resolve(hand(tail, place, onError)) });
      await new Promise<void>((resolve) => {
        member.on(member.events.CRASH, ({ payload }) => {
          onError(payload.error);
          if (!payload.restart) resolve();
        });
        if (signal.aborted) resolve();
        signal.addEventListener('abort', () => resolve());
      });
    } catch (error) {
      onError(error);
    }
    await member.disconnect().catch(onError);
    if (!signal.aborted) await pause(restartMs, signal);
  }
}
