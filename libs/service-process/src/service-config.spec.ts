import { readConfig } from '@atomicdb/config';
import { processSchema, schemaWith } from './service-config';

const read = (environment: Record<string, string>) => readConfig(processSchema, environment);

describe('the environment of a service', () => {
  it('names brokers as host:port, one or several', () => {
    expect(read({ KAFKA_BROKERS: 'a:1,b:2' })).toMatchObject({ KAFKA_BROKERS: ['a:1', 'b:2'] });
  });

  it.each(['', 'nonsense', 'a:1,'])('does not take %j for brokers', (brokers) => {
    expect(() => read({ KAFKA_BROKERS: brokers })).toThrow(/KAFKA_BROKERS: must be host:port,host:port$/);
  });

  it('does not take an empty address to listen on, which would be all of them', () => {
    expect(() => read({ KAFKA_BROKERS: 'a:1', HTTP_HOST: '' })).toThrow(/HTTP_HOST: /);
  });

  it('must have what this service cannot do without', () => {
    const analyses = schemaWith(['DATABASE_URL', 'PEER_QUEUE']);
    const given = { KAFKA_BROKERS: 'a:1', DATABASE_URL: 'postgres://h/d', PEER_QUEUE: 'q:1' };
    expect(readConfig(analyses, given)).toMatchObject({ PEER_QUEUE: 'q:1' });
    expect(() => readConfig(analyses, { LOG_LEVEL: 'loud' })).toThrow(
      /DATABASE_URL: is missing[^]*KAFKA_BROKERS: is missing[^]*LOG_LEVEL: [^]*PEER_QUEUE: is missing/,
    );
  });
});
