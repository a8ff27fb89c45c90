import { readProcessConfig } from './process-config';

describe('the environment of the product in one process', () => {
  it('says how topics are made, by the variables of the services, 6 partitions on one broker by default', () => {
    expect(readProcessConfig({})).toEqual({ partitions: 6, replicationFactor: 1 });
    expect(readProcessConfig({ KAFKA_PARTITIONS: '12', KAFKA_REPLICATION: '3' })).toEqual({
      partitions: 12,
      replicationFactor: 3,
    });
  });

  it('is refused by the name of each variable that is wrong', () => {
    const wrong = { KAFKA_PARTITIONS: '0', OTEL_EXPORTER_OTLP_ENDPOINT: 'nowhere' };
    expect(() => readProcessConfig(wrong)).toThrow(/OTEL_EXPORTER_OTLP_ENDPOINT: [^]*KAFKA_PARTITIONS: /);
  });
});
