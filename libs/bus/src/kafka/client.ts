import { Kafka, logLevel, type KafkaConfig } from 'kafkajs';
import { quietIdleConnections } from './quiet-queue';

/** kafkajs gives up after one second, which a broker that is busy or far away needs. */
const connectionTimeoutMs = 10_000;

/** A client of these brokers, each host:port. Without a `logCreator` it is silent: what fails is thrown. */
export function kafkaClient(
  brokers: readonly string[],
  clientId: string,
  more: Pick<KafkaConfig, 'logCreator' | 'socketFactory'> = {},
): Kafka {
  quietIdleConnections();
  return new Kafka({
    brokers: [...brokers],
    clientId,
    connectionTimeout: connectionTimeoutMs,
    logLevel: more.logCreator ? logLevel.ERROR : logLevel.NOTHING,
    ...more,
  });
}
