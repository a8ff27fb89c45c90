import { parseOptions } from './options';

describe('the options of the start', () => {
  it('default to port 8080, gRPC 50051, the local address, .data and the laptop ladder', () => {
    expect(parseOptions([])).toMatchObject({
      host: '127.0.0.1',
      port: 8080,
      grpcPort: 50051,
      data: '.data',
      ladder: { name: 'laptop' },
      worker: true,
      kafka: null,
      postgres: null,
      leaseSeconds: 120,
    });
  });

  it('are null when help is asked for', () => {
    expect(parseOptions(['--help'])).toBeNull();
  });

  it.each([
    [['--port', 'x'], '--port x: give a whole number from 0 to 65535.'],
    [['--grpc-port', '70000'], '--grpc-port 70000: give a whole number from 0 to 65535.'],
    [['--lease-seconds', '0'], '--lease-seconds 0: give a whole number from 1 to 3600.'],
    [['--colour'], "Unknown option '--colour'"],
  ])('refuse %j with a sentence', (args, sentence) => {
    expect(() => parseOptions(args)).toThrow(sentence);
  });
});
