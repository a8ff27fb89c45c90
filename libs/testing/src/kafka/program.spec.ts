import { cacheName } from './jars';
import { acceptVersion, javaArguments } from './java';
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

describe('acceptVersion', () => {
  it('reads every form that java prints', () => {
    expect(acceptVersion('openjdk version "17.0.15" 2025-04-15')).toBe('17.0.15');
    expect(acceptVersion('java version "21" 2023-09-19 LTS')).toBe('21');
    expect(acceptVersion('openjdk version "25-ea" 2025-09-16')).toBe('25-ea');
  });

  it('refuses a Java that cannot run Kafka 4 and says which it is', () => {
    expect(() => acceptVersion('java version "1.8.0_392"')).toThrow(
      'needs Java 17 or newer; java on the PATH is 1.8.0_392',
    );
    expect(() => acceptVersion('openjdk version "11.0.2"')).toThrow('is 11.0.2');
  });
});

describe('javaArguments', () => {
  it('uses a class archive only where there is one', () => {
    const words = (archive?: string): string =>
      javaArguments({ classPath: '/a.jar', archive }, 'Main', ['x']).join(' ');
    expect(words()).not.toContain('SharedArchiveFile');
    expect(words('/c.jsa')).toContain('-XX:SharedArchiveFile=/c.jsa');
    expect(words()).toMatch(/-cp \/a\.jar Main x$/);
  });
});
