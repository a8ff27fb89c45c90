import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { sharedKafka } from '@atomicdb/testing';
import type { ISocketFactory } from 'kafkajs';
import RequestQueue from 'kafkajs/src/network/requestQueue';
import { kafkaClient } from '../src/kafka/client';

/** More than kafkajs waits by itself. */
const slowMs = 1_500;

describe('a client of Kafka', () => {
  it('waits for brokers that take more than a second to answer a connection', async () => {
    const { brokers } = await sharedKafka();
    const socketFactory: ISocketFactory = ({ host, port, onConnect }) =>
      connect({ host, port }, () => setTimeout(onConnect, slowMs));
    const admin = kafkaClient(brokers, 'test', { socketFactory }).admin();
    await admin.connect();
    const { brokers: found } = await admin.describeCluster();
    await admin.disconnect();
    expect(found.map(({ host, port }) => `${host}:${port}`)).toEqual(brokers);
  });

  it('is not woken again and again by a connection on which nothing happens', async () => {
    const { brokers } = await sharedKafka();
    const admin = kafkaClient(brokers, 'test').admin();
    await admin.connect();
    const looks = jest.spyOn(RequestQueue.prototype, 'checkPendingRequests');
    try {
      await admin.describeCluster();
      expect(looks.mock.calls.length).toBeGreaterThan(0);
      looks.mockClear();
      // Unguarded it looks every millisecond.
      await sleep(200);
      expect(looks.mock.calls.length).toBe(0);
    } finally {
      looks.mockRestore();
      await admin.disconnect();
    }
  });
});
