import { cacheName } from './jars';
import { explain } from './kafka-node';

const pom = '<artifactId>kafka_2.13</artifactId>\n  <version>4.4.0</version>';

describe('cacheName', () => {
  it('names the version, and another folder for every change of the pom', () => {
    expect(cacheName(pom)).toMatch(/^kafka-4\.4\.0-[0-9a-f]{8}$/);
    expect(cacheName(`${pom} <!-- changed -->`)).not.toBe(cacheName(pom));
  });

  it('refuses a pom without the broker', () => {
    expect(() => cacheName('<project/>')).toThrow('names no kafka_2.13');
  });
});

describe('explain', () => {
  it('reads a taken port from the words of the broker', () => {
    const log =
      'org.apache.kafka.common.KafkaException: Socket server failed to bind to 127.0.0.1:9092: Address already in use.';
    expect(explain(log)).toEqual({ outcome: 'port-taken', log });
    expect(explain('java.lang.OutOfMemoryError')).toEqual({
      outcome: 'failed',
      log: 'java.lang.OutOfMemoryError',
    });
  });
});
