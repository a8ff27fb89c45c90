import { readConfig } from '@atomicdb/config';
import { topicEnvironment } from '@atomicdb/service-process';
import { telemetryEnvironment } from '@atomicdb/telemetry';

export interface TopicShape {
  /** Of each topic, where events are carried by Kafka: the variables of the services. */
  readonly partitions: number;
  readonly replicationFactor: number;
}

/** Reads the environment of the product in one process; throws ConfigError naming each variable that is wrong. */
export function readProcessConfig(environment?: Record<string, string | undefined>): TopicShape {
  const config = readConfig(telemetryEnvironment.extend(topicEnvironment.shape), environment);
  return { partitions: config.KAFKA_PARTITIONS, replicationFactor: config.KAFKA_REPLICATION };
}
