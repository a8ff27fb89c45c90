import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { Problem } from '@atomicdb/rest';
import { refuseUnreadable } from '../src/adapters/http/unreadable-calls';
import { aProblem, factsOf, type JsonAnswer, RunningGateway, start } from './running-gateway';
import { rightPassword } from './scripted-peers';

const requestDoor = '/atomicdb/api/request';
const good = { fen: start };
const long = 'x'.repeat(20_000);
const post = `POST ${requestDoor} HTTP/1.1\r\nHost: x\r\n`;
const chunked = 'Transfer-Encoding: chunked\r\n\r\n';

describe('bad input', () => {
  let gateway: RunningGateway;

  beforeAll(async () => {
    gateway = await RunningGateway.start();
  });

  afterAll(() => gateway.stop());

  afterEach(() => {
    expect(gateway.peers.asked).toEqual([]);
  });

  it.each([
    ['a body announced too long', `${post}Content-Length: 99999999999\r\n\r\n`, 413],
    ['a body that grows too long', `${post}${chunked}ffffff\r\n${long}`, 413],
    ['a compressed body', `${post}Content-Encoding: gzip\r\nContent-Length: 9999\r\n\r\n`, 415],
    ['a body at no door', 'POST /atomicdb/none HTTP/1.1\r\nHost: x\r\nContent-Length: 9999999\r\n\r\n', 404],
  ])('is answered before the rest of it comes, and the sender is cut off: %s', async (_, head, status) => {
    const socket = connect(gateway.port, '127.0.0.1');
    socket.on('error', () => undefined).write(head);
    const [first] = (await once(socket, 'data')) as [Buffer];
    expect(String(first)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    const sending = setInterval(() => socket.write(' '), 50);
    // What is written meanwhile may be reset, which `once` would throw.
    await new Promise((resolve) => socket.once('close', resolve));
    clearInterval(sending);
  });

  it.each([
    ['a FEN that cannot be read', 'not a fen', 'atomic', aProblem(422, 'FEN_FIELDS', 'fen')],
    ['an impossible position', '8/8/8/8/8/8/8/8 w - - 0 1', 'atomic', aProblem(422, 'POS_EMPTY', 'fen')],
    ['an unknown variant', start, 'antichess', aProblem(422, 'unknown-variant', 'variant')],
    ['a variant in another case', start, 'Atomic', aProblem(422, 'unknown-variant', 'variant')],
    ['a variant without a name', start, '', aProblem(422, 'unknown-variant', 'variant')],
    ['a variant that has no graph', start, 'xiangqi', aProblem(422, 'variant-not-in-graph', 'variant')],
    ['a FEN of 129 characters', `${start}${' 1'.repeat(60)}`, 'atomic', aProblem(422, 'FEN_TOO_LONG', 'fen')],
  ])('is refused alike by query and request, and seeds nothing: %s', async (_, fen, variant, problem) => {
    expect(factsOf(await gateway.query<Problem>(fen, variant))).toEqual(problem);
    expect(factsOf(await gateway.postJson<Problem>(requestDoor, { fen, variant }))).toEqual(problem);
    expect(factsOf(await gateway.postForm<Problem>(requestDoor, { fen, variant }))).toEqual(problem);
    expect([...gateway.peers.tree]).toEqual([]);
  });

  it.each([
    ['broken JSON', '{"fen": ', aProblem(400, 'malformed-json')],
    ['an empty body', '', aProblem(400, 'malformed-json')],
    ['a list', '[]', aProblem(422, 'object-expected')],
    ['a text', '"fen"', aProblem(422, 'object-expected')],
    ['null', 'null', aProblem(422, 'object-expected')],
    ['no FEN', '{}', aProblem(422, 'field-missing', 'fen')],
    ['a FEN that is a number', '{"fen": 1}', aProblem(422, 'field-invalid', 'fen')],
    ['a FEN that is null', '{"fen": null}', aProblem(422, 'field-invalid', 'fen')],
    ['a FEN that is an object', '{"fen": {"$ne": 1}}', aProblem(422, 'field-invalid', 'fen')],
    ['a misspelt field', '{"fen": "x", "varient": "atomic"}', aProblem(422, 'unknown-field', 'varient')],
    ['a field twice', '{"fen": "x", "fen": "y"}', aProblem(422, 'duplicate-field', 'fen')],
    [
      'a field twice, once escaped',
      '{"fen": "x", "f\\u0065n": "y"}',
      aProblem(422, 'duplicate-field', 'fen'),
    ],
    ['__proto__', '{"fen": "x", "__proto__": "y"}', aProblem(422, 'unknown-field', '__proto__')],
    ['a nested __proto__', '{"__proto__": {"fen": "x"}}', aProblem(422, 'field-invalid', '__proto__')],
    ['constructor', '{"constructor": "x"}', aProblem(422, 'unknown-field', 'constructor')],
    [
      'a budget that is a fraction',
      `{"fen": "x", "budget": "1.5"}`,
      aProblem(422, 'field-invalid', 'budget'),
    ],
    [
      'a budget that is no rung',
      `{"fen": "x", "budget": 7}`,
      aProblem(422, 'budget-not-on-ladder', 'budget'),
    ],
    [
      'a name without a password',
      `{"fen": "x", "username": "Ada"}`,
      aProblem(422, 'field-missing', 'password'),
    ],
    [
      'a password without a name',
      `{"fen": "x", "password": "x"}`,
      aProblem(422, 'field-missing', 'username'),
    ],
  ])('in a JSON body is refused with its code: %s', async (_, body, problem) => {
    expect(factsOf(await gateway.postJson<Problem>(requestDoor, body))).toEqual(problem);
  });

  it.each([
    ['a field twice', 'fen=x&fen=y', aProblem(422, 'duplicate-field', 'fen')],
    ['an unknown field', 'fen=x&undo=1', aProblem(422, 'unknown-field', 'undo')],
    ['__proto__', '__proto__=x', aProblem(422, 'unknown-field', '__proto__')],
    ['a broken escape', 'fen=%zz', aProblem(400, 'malformed-body')],
    ['an escape that is no UTF-8', 'fen=%ff', aProblem(400, 'malformed-body')],
    ['a nested name', 'fen[a]=x', aProblem(422, 'unknown-field', 'fen[a]')],
  ])('in a form is refused with its code: %s', async (_, body, problem) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    expect(factsOf(await gateway.json<Problem>(requestDoor, { method: 'POST', headers, body }))).toEqual(
      problem,
    );
  });

  it.each([
    ['no FEN', '', aProblem(400, 'fen-missing', 'fen')],
    ['an empty FEN', '?fen=', aProblem(400, 'fen-missing', 'fen')],
    ['only a variant', '?variant=atomic', aProblem(400, 'fen-missing', 'fen')],
    ['an unknown parameter', '?fen=x&depth=3', aProblem(422, 'unknown-field', 'depth')],
    ['a parameter twice', '?fen=x&fen=y', aProblem(422, 'duplicate-field', 'fen')],
    ['a broken escape', '?fen=%', aProblem(400, 'malformed-query')],
    ['__proto__', '?fen=x&__proto__=y', aProblem(422, 'unknown-field', '__proto__')],
  ])('in an address is refused with its code: %s', async (_, query, problem) => {
    expect(factsOf(await gateway.json<Problem>(`/atomicdb/api/query${query}`))).toEqual(problem);
  });

  it('is a field in the address of a door that takes a body', async () => {
    const answer = await gateway.postJson<Problem>(`${requestDoor}?username=Ada`, good);
    expect(factsOf(answer)).toEqual(aProblem(422, 'unknown-field', 'username'));
  });

  it.each([
    ['text/plain', start],
    ['multipart/form-data; boundary=x', '--x--'],
    ['application/json; charset=utf-16', '{}'],
  ])('is a body of type %s', async (type, body) => {
    const headers = { 'content-type': type };
    const answer = await gateway.json<Problem>(requestDoor, { method: 'POST', headers, body });
    expect(factsOf(answer)).toEqual(aProblem(415, 'unsupported-media-type'));
  });

  it('is a compressed body, which may be a bomb', async () => {
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
    const body = gzipSync(JSON.stringify(good));
    const answer = await gateway.json<Problem>(requestDoor, { method: 'POST', headers, body });
    expect(factsOf(answer)).toEqual(aProblem(415, 'unsupported-media-type'));
  });

  it('is a body of more than 16 KiB, and one that is not UTF-8', async () => {
    const large = await gateway.postJson<Problem>(requestDoor, { ...good, variant: 'x'.repeat(16_384) });
    expect(factsOf(large)).toEqual(aProblem(413, 'body-too-large'));
    const headers = { 'content-type': 'application/json' };
    const body = Buffer.from('{"fen":"\xff"}', 'latin1');
    const garbled = await gateway.json<Problem>(requestDoor, { method: 'POST', headers, body });
    expect(factsOf(garbled)).toEqual(aProblem(400, 'malformed-json'));
  });

  it.each([
    '/atomicdb/api/nothing',
    '/atomicdb/api/',
    '/nothing',
    '/atomicdb/assets/none.js',
    '/atomicdb/api/query/x',
  ])('is the unknown door %s, whatever the method', async (path) => {
    expect(factsOf(await gateway.json<Problem>(path))).toEqual(aProblem(404, 'unknown-door'));
    expect(factsOf(await gateway.postJson<Problem>(path, good))).toEqual(aProblem(404, 'unknown-door'));
  });

  it.each([
    ['GET', '/atomicdb/api/request', 'POST, OPTIONS'],
    ['PUT', '/atomicdb/api/request', 'POST, OPTIONS'],
    ['GET', '/atomicdb/api/my-queue/', 'POST, OPTIONS'],
    ['DELETE', '/atomicdb/api/queue-cancel/x/', 'POST, OPTIONS'],
    ['POST', '/atomicdb/api/query', 'GET, HEAD, OPTIONS'],
    ['POST', '/atomicdb/explore', 'GET, HEAD, OPTIONS'],
  ])('is %s at %s, and the answer says what is allowed', async (method, path, allow) => {
    const answer = await gateway.json<Problem>(path, { method });
    expect(factsOf(answer)).toEqual(aProblem(405, 'method-not-allowed'));
    expect(answer.headers.get('allow')).toBe(allow);
  });

  it('is a path with a broken escape', async () => {
    const answer = await gateway.postJson<Problem>('/atomicdb/api/queue-cancel/%ff/', {});
    expect(factsOf(answer)).toEqual(aProblem(400, 'malformed-request'));
    expect(factsOf(await gateway.json<Problem>('/atomicdb/%zz'))).toEqual(aProblem(400, 'malformed-request'));
  });

  it.each([
    ['with a wrong password', { username: 'Ada', password: 'wrong horse' }],
    ['with an unknown name', { username: 'nobody-here', password: rightPassword }],
    ['with empty credentials', { username: '', password: '' }],
  ])('is an ask %s: 401, never taken as anonymous', async (_, credentials) => {
    const answer = await gateway.postJson<Problem>(requestDoor, { ...good, ...credentials });
    expect(factsOf(answer)).toEqual(aProblem(401, 'wrong-password'));
    expect(answer.headers.get('www-authenticate')).toBe('AtomicDB realm="account"');
    expect([...gateway.peers.tree]).toEqual([]);
    expect(factsOf(await gateway.postForm<Problem>('/atomicdb/api/my-queue/', credentials))).toEqual(
      aProblem(401, 'wrong-password'),
    );
    expect(factsOf(await gateway.postForm<Problem>('/atomicdb/api/queue-cancel/r-1/', credentials))).toEqual(
      aProblem(401, 'wrong-password'),
    );
  });

  it.each([
    ['in capitals', '/atomicdb/api/Request'],
    ['in capitals throughout', '/ATOMICDB/API/REQUEST'],
  ])('is the address of a door %s, and no field is taken from it', async (_, path) => {
    const fields = new URLSearchParams({ ...good, username: 'Ada', password: rightPassword });
    const init = { method: 'POST', body: 'abc', headers: { 'content-type': 'text/plain' } };
    const answer = await gateway.json<Problem>(`${path}?${fields.toString()}`, init);
    expect(factsOf(answer)).toEqual(aProblem(404, 'unknown-door'));
  });

  it('gets a problem whose type is a page, and whose title is that of the page', async () => {
    for (const answer of [
      await gateway.query<Problem>('not a fen'),
      await gateway.query<Problem>(start, 'antichess'),
      await gateway.json<Problem>('/atomicdb/api/nothing'),
      await gateway.query<Problem>(start),
    ]) {
      const page = await gateway.call(answer.body.type);
      expect(page.status).toBe(200);
      expect(await page.text()).toContain(`<h1>${answer.body.title}</h1>`);
      expect(Object.keys(answer.body).sort().join()).toMatch(/^code,detail,(field,|fen,)?status,title,type$/);
    }
  });

  it.each([
    ['a header of 20 KiB', `GET / HTTP/1.1\r\nHost: x\r\nX: ${long}\r\n\r\n`, 431, 'header-too-large'],
    ['an address of 20 KiB', `GET /${long} HTTP/1.1\r\nHost: x\r\n\r\n`, 431, 'header-too-large'],
    ['a version that there is not', 'GET / HTTP/9\r\n\r\n', 400, 'malformed-request'],
    ['a method that there is not', 'FOO / HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'malformed-request'],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400, 'malformed-request'],
    ['TLS', '\x16\x03\x01\x02\x00', 400, 'malformed-request'],
    ['no host', 'GET / HTTP/1.1\r\n\r\n', 400, 'malformed-request'],
    ['two hosts', 'GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n', 400, 'malformed-request'],
    ['a negative length', `${post}Content-Length: -3\r\n\r\nabc`, 400, 'malformed-request'],
    ['two framings', `${post}Content-Length: 3\r\n${chunked}0\r\n\r\n`, 400, 'malformed-request'],
    ['a chunk without a size', `${post}${chunked}zz\r\nabc`, 400, 'malformed-request'],
    ['chunk extensions of 20 KiB', `${post}${chunked}1;${long}\r\na\r\n0\r\n\r\n`, 413, 'body-too-large'],
    ['an expectation', `${post}Expect: tea\r\nContent-Length: 0\r\n\r\n`, 417, 'expectation-failed'],
    ['a tunnel', 'CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n', 405, 'method-not-allowed'],
  ])('is no HTTP: %s is a problem, and the end of that connection alone', async (_, text, status, code) => {
    const [answer, ...more] = await exchange(gateway.port, text);
    expect(more).toEqual([]);
    expect(answer && factsOf(answer)).toEqual(aProblem(status, code));
    expect(answer?.body.status).toBe(status);
    expect(Object.fromEntries(answer?.headers ?? [])).toMatchObject({
      connection: 'close',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    expect((await gateway.call(answer?.body.type ?? '')).status).toBe(200);
  });

  it('is garbage behind a good call: the call is answered first', async () => {
    const answers = await exchange(gateway.port, 'GET /nothing HTTP/1.1\r\nHost: x\r\n\r\nBROKEN\r\n\r\n');
    expect(answers.map(factsOf)).toEqual([aProblem(404, 'unknown-door'), aProblem(400, 'malformed-request')]);
  });

  it('is a broken body behind an answer: nothing is added to it', async () => {
    const socket = await opened(gateway.port);
    socket.write(`GET /nothing HTTP/1.1\r\nHost: x\r\n${chunked}`);
    await once(socket, 'data');
    socket.write('zz\r\n');
    expect(await restOf(socket)).toBe('');
  });

  it('is a call that does not arrive: a problem as soon as its time is over', async () => {
    const server = createServer({
      connectionsCheckingInterval: 20,
      headersTimeout: 100,
      requestTimeout: 100,
    });
    refuseUnreadable(server);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const answers = await exchange((server.address() as AddressInfo).port, 'GET / HTTP/1.1\r\nHost');
    expect(answers.map(factsOf)).toEqual([aProblem(408, 'request-timeout')]);
    await new Promise((resolve) => server.close(resolve));
  });
});

async function opened(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}

/** What a connection brings until the other side ends it. */
async function restOf(socket: Socket): Promise<string> {
  let text = '';
  for await (const bytes of socket) text += String(bytes);
  return text;
}

/** Sends bytes as they are, and reads the problems that come back until the connection is closed. */
async function exchange(port: number, text: string): Promise<JsonAnswer<Problem>[]> {
  const socket = await opened(port);
  socket.write(text, 'latin1');
  const answers = (await restOf(socket)).split(/(?=HTTP\/1\.1 )/);
  return answers.filter((one) => one !== '').map(parseAnswer);
}

function parseAnswer(text: string): JsonAnswer<Problem> {
  const [head = '', body = ''] = text.split('\r\n\r\n');
  const [line = '', ...fields] = head.split('\r\n');
  const headers = new Headers(
    fields.map((one): [string, string] => [one.split(': ')[0] ?? '', one.slice(one.indexOf(': ') + 2)]),
  );
  return { status: Number(line.split(' ')[1]), headers, body: JSON.parse(body) as Problem };
}
