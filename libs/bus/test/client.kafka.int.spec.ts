import { connect } from 'node:net';
import { sharedKafka } from '@atomicdb/testing';
import type { ISocketFactory } from 'kafkajs';
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
});
