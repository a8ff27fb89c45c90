import {
  maxHeaderSize,
  STATUS_CODES,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Duplex } from 'node:stream';
import { DoorFault } from './door-fault';
import { everyHeader } from './entrance';
import { toProblem } from './to-problem';

/** A client that is still sending would lose the answer to a reset, so it is heard out for a moment. */
const lingerMs = 1_000;

interface Call {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/**
 * Refusals of Node's own HTTP parser, with a problem as their body like all others; the connection ends with it.
 *
 * A connection is in one of four states when its bytes stop being HTTP: no call is open (the fault is answered), the
 * open call was read whole (what follows it is at fault, and is answered after it), the open call itself is at fault
 * and has no answer yet (the fault is its answer), or its answer has begun (the connection is cut).
 */
export function refuseUnreadable(server: Server): void {
  const calls = new WeakMap<Duplex, Call>();
  const refused = new WeakSet<Duplex>();
  // Node would answer this one by itself, without a body: the entrance does it.
  Object.assign(server, { requireHostHeader: false });
  server.on('request', (request, response) => calls.set(request.socket, { request, response }));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (refused.has(socket)) return;
    refused.add(socket);
    refuse(faultOf(error), socket, calls.get(socket));
  });
  server.on('checkExpectation', (_request, response) => {
    const { status, headers, body } = answerOf(
      new DoorFault('expectation-failed', 'Nothing but 100-continue can be expected: leave Expect out.'),
    );
    response.writeHead(status, headers).end(body);
  });
  server.on('connect', (_request, socket) => answer(tunnelFault(), socket));
}

function refuse(fault: DoorFault, socket: Duplex, call: Call | undefined): void {
  if (!call || (call.request.complete && call.response.writableFinished)) answer(fault, socket);
  else if (call.request.complete) call.response.once('finish', () => answer(fault, socket));
  else if (call.response.headersSent || call.response.socket !== socket) socket.destroy();
  else answer(fault, socket);
}

function answer(fault: DoorFault, socket: Duplex): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const { status, headers, body } = answerOf(fault);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'));
  const linger = setTimeout(() => socket.destroy(), lingerMs);
  socket.once('close', () => clearTimeout(linger));
}

function answerOf(fault: DoorFault): { status: number; headers: Record<string, string>; body: string } {
  const { problem, headers } = toProblem(fault);
  const body = JSON.stringify(problem);
  return {
    status: problem.status,
    body,
    headers: {
      date: new Date().toUTCString(),
      ...everyHeader,
      'cache-control': 'no-store',
      ...headers,
      'content-type': 'application/problem+json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
    },
  };
}

function faultOf({ code }: NodeJS.ErrnoException): DoorFault {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new DoorFault(
        'header-too-large',
        `Address and header have together at most ${maxHeaderSize} bytes: send less.`,
      );
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new DoorFault('body-too-large', 'The body has more framing than content: send it plainly.');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new DoorFault('request-timeout', 'The request did not arrive in time: send it again in one go.');
    default:
      return new DoorFault('malformed-request', 'The request cannot be read as HTTP/1.1: encode it again.');
  }
}

function tunnelFault(): DoorFault {
  return new DoorFault('method-not-allowed', 'This server opens no tunnels: call its doors.', {
    headers: { allow: 'GET, HEAD, POST, OPTIONS' },
  });
}
