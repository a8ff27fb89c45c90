import { readConfig } from '@atomicdb/config';
import { processSchema } from './service-config';

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
});
