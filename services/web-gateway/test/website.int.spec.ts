import { gunzipSync } from 'node:zlib';
import { connect } from 'node:net';
import { RunningGateway } from './running-gateway';

const page = { accept: 'text/html,*/*' };

describe('the website', () => {
  let gateway: RunningGateway;

  beforeAll(async () => {
    gateway = await RunningGateway.start();
  });

  afterAll(() => gateway.stop());

  it.each([
    '/atomicdb/',
    '/atomicdb/explore',
    '/atomicdb/explore?fen=x&moves=e2e4',
    '/atomicdb/queue',
    '/atomicdb/method/',
  ])('has its page at %s', async (path) => {
    const answer = await gateway.call(path);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    expect(await answer.text()).toContain('<title>AtomicDB</title>');
  });

  it.each(['/', '/atomicdb'])('is where %s leads to', async (path) => {
    const answer = await gateway.call(path);
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/atomicdb/']);
  });

  it('forbids inline code, framing, sniffing and code of other hosts on every answer', async () => {
    for (const path of [
      '/atomicdb/',
      '/atomicdb/api/site',
      '/atomicdb/api/nothing',
      '/atomicdb/problems/stale',
      '/',
    ]) {
      const { headers } = await gateway.call(path);
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toMatch(/unsafe|data:|\*/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('same-origin');
      expect(headers.get('x-powered-by')).toBeNull();
    }
  });

  it('lets browsers keep what has a hash in its name for ever, and ask for the rest', async () => {
    const script = await gateway.call('/atomicdb/assets/main-C0ffee.js');
    expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    const icon = await gateway.call('/atomicdb/favicon.svg');
    expect([icon.headers.get('content-type'), icon.headers.get('cache-control')]).toEqual([
      'image/svg+xml',
      'no-cache',
    ]);
    const again = await gateway.call('/atomicdb/favicon.svg', {
      headers: { 'if-none-match': icon.headers.get('etag') ?? '' },
    });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });

  it('comes compressed to who can read it so, under a tag of its own', async () => {
    const path = '/atomicdb/assets/main-C0ffee.js';
    const plain = await gateway.call(path, { headers: { 'accept-encoding': 'identity' } });
    expect(plain.headers.get('content-encoding')).toBeNull();
    const bytes = await rawGet(gateway.port, path, 'accept-encoding: gzip');
    expect(bytes.head).toMatch(/content-encoding: gzip/i);
    expect(gunzipSync(bytes.body).toString()).toBe(await plain.text());
    expect(bytes.head).not.toContain(plain.headers.get('etag') ?? '-');
  });

  it('shows a browser its own page at an address that is none, with 404', async () => {
    const answer = await gateway.call('/atomicdb/nowhere', { headers: page });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    const door = await gateway.call('/atomicdb/api/nowhere', { headers: page });
    expect([door.status, door.headers.get('content-type')]).toEqual([
      404,
      'application/problem+json; charset=utf-8',
    ]);
    const unknown = await gateway.call('/atomicdb/problems/nothing', { headers: page });
    expect(unknown.status).toBe(404);
  });

  it.each([
    '/atomicdb/../package.json',
    '/atomicdb/..%2f..%2fpackage.json',
    '/atomicdb/assets/..%5c..%5cpackage.json',
    '//atomicdb/index.html',
    '/atomicdb//etc/passwd',
  ])('gives nothing but its own files: %s', async (path) => {
    const { head } = await rawGet(gateway.port, path, 'accept: */*');
    expect(head).toMatch(/^HTTP\/1\.1 404 /);
  });

  it('answers HEAD like GET, without the body', async () => {
    const answer = await gateway.call('/atomicdb/', {
      method: 'HEAD',
      headers: { 'accept-encoding': 'identity' },
    });
    expect([answer.status, answer.headers.get('content-length'), await answer.text()]).toEqual([
      200,
      '2000',
      '',
    ]);
  });
});

/** One call over a bare socket: `fetch` tidies up paths and unpacks bodies. */
function rawGet(port: number, path: string, header: string): Promise<{ head: string; body: Buffer }> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${header}\r\n\r\n`),
    );
    socket.on('data', (bytes) => chunks.push(bytes));
    socket.on('error', reject);
    socket.on('end', () => {
      const all = Buffer.concat(chunks);
      const split = all.indexOf('\r\n\r\n');
      resolve({ head: all.subarray(0, split).toString(), body: all.subarray(split + 4) });
    });
  });
}
