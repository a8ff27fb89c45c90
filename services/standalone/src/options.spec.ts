import { clusterHelp, doorAddress, help, parseOptions } from './options';

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

  it('name brokers, a PostgreSQL of one’s own, a ladder and no worker', () => {
    const postgres = 'postgres://user:password@host/name';
    const args = ['--kafka', 'a:1,b:2', '--postgres', postgres, '--ladder', '1,2,3,4', '--no-worker'];
    expect(parseOptions(args)).toMatchObject({
      kafka: ['a:1', 'b:2'],
      postgres,
      ladder: { rungs: [1, 2, 3, 4] },
      worker: false,
    });
  });

  it('are missed where npm took them for its own', () => {
    expect(() => parseOptions(['9000'])).toThrow(
      '9000: options go behind two dashes, as in npm start -- --port',
    );
  });

  it('default to the full ladder everywhere but on a laptop', () => {
    expect(parseOptions([], 'full')).toMatchObject({ ladder: { name: 'full' } });
  });

  it('are each explained by the help, with their defaults', () => {
    for (const option of ['port', 'grpc-port', 'host', 'data', 'ladder', 'no-worker', 'kafka', 'postgres'])
      expect(help).toMatch(new RegExp(`^  --${option} `, 'm'));
    for (const text of ['(8080;', '(50051;', '(127.0.0.1)', '(.data)', 'default of npm start'])
      expect(help).toContain(text);
  });

  it('are explained for the cluster by a help of its own', () => {
    expect(clusterHelp).toContain('npm run start:cluster -- [options]');
    expect(clusterHelp).not.toContain('one process');
    expect(clusterHelp).toMatch(/^  --kafka BROKERS +use this Kafka/m);
  });

  it('are null when help is asked for', () => {
    expect(parseOptions(['--help'])).toBeNull();
  });

  it.each([
    [['--port', 'x'], '--port x: give a whole number from 0 to 65535.'],
    [['--grpc-port', '70000'], '--grpc-port 70000: give a whole number from 0 to 65535.'],
    [['--lease-seconds', '0'], '--lease-seconds 0: give a whole number from 1 to 3600.'],
    [['--host', ''], '--host is empty: give an address, as in 127.0.0.1.'],
    [['--data', ' '], '--data is empty: give a folder, as in .data.'],
    [['--kafka', 'nonsense'], '--kafka nonsense: give brokers, as in host:port,host:port.'],
    [['--kafka', ''], '--kafka : give brokers, as in host:port,host:port.'],
    [['--colour'], 'There is no option --colour: see --help.'],
  ])('refuse %j with a sentence', (args, sentence) => {
    expect(() => parseOptions(args)).toThrow(sentence);
  });
});

describe('the address of a door', () => {
  it.each([
    ['127.0.0.1', '127.0.0.1:8080'],
    ['0.0.0.0', '127.0.0.1:8080'],
    ['::', '127.0.0.1:8080'],
    ['::1', '[::1]:8080'],
    ['localhost', 'localhost:8080'],
  ])('on %s can be dialled', (host, address) => {
    expect(doorAddress(host, 8080)).toBe(address);
  });
});
