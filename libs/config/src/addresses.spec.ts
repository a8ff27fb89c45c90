import { addressOf, parseBrokers } from './addresses';

describe('brokers', () => {
  it('are one host:port or several behind each other', () => {
    expect(parseBrokers('kafka:9092')).toEqual(['kafka:9092']);
    expect(parseBrokers('a-1.example:9092, 10.0.0.1:65535')).toEqual(['a-1.example:9092', '10.0.0.1:65535']);
  });

  it.each([
    '',
    ',',
    'nonsense',
    'a:',
    ':9092',
    'a:0',
    'a:65536',
    'a:x',
    'a:1,',
    'a:1,,b:1',
    'kafka://a:1',
    'a b:1',
  ])('are not %j', (text) => {
    expect(parseBrokers(text)).toBeNull();
  });
});

describe('an address', () => {
  it('has brackets round an IPv6 host and round no other', () => {
    expect(addressOf('127.0.0.1', 8080)).toBe('127.0.0.1:8080');
    expect(addressOf('localhost', 0)).toBe('localhost:0');
    expect(addressOf('::1', 8080)).toBe('[::1]:8080');
  });
});
