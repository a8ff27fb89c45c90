import type { NextFunction, Request, Response } from 'express';
import { DoorFault } from './door-fault';
import { allowed, doorAt, takes } from './doors';
import { pathOf } from './path-of';
import { readBody } from './read-body';

/** No inline code anywhere, nothing from other hosts, framed by nobody. Source: website.md and reliability.md, "Security". */
const contentPolicy = [
  "default-src 'none'",
  ...['script-src', 'style-src', 'img-src', 'font-src', 'connect-src'].map((kind) => `${kind} 'self'`),
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** On every answer. */
export const everyHeader = {
  'content-security-policy': contentPolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
};

const openHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'ETag, Retry-After',
};

const lingerMs = 1_000;

const preflightHeaders = {
  'access-control-allow-headers': 'Content-Type, If-None-Match',
  'access-control-max-age': '86400',
};

/** Every call passes here first: headers of every answer, OPTIONS, and the body of a door that takes one. */
export function entrance(request: Request, response: Response, next: NextFunction): void {
  response.removeHeader('x-powered-by');
  response.set(everyHeader);
  response.once('finish', () => hearOut(request));
  if (!namesItsHost(request)) {
    const headers = { connection: 'close' };
    next(new DoorFault('malformed-request', 'A request names one host: send one Host header.', { headers }));
    return;
  }
  const door = doorAt(pathOf(request));
  if (!door) {
    next();
    return;
  }
  if (door.openToPages) response.set(openHeaders);
  if (request.method === 'OPTIONS') {
    const methods = allowed(door);
    if (door.openToPages) response.set({ ...preflightHeaders, 'access-control-allow-methods': methods });
    response.status(204).set('allow', methods).end();
    return;
  }
  if (request.method === 'POST' && takes(door, 'POST')) readBody(request, response, next);
  else next();
}

/** A client that is still sending has its answer: it may stop, or is cut off, which at once would lose the answer. */
function hearOut(request: Request): void {
  if (request.complete) return;
  const cut = setTimeout(() => request.socket.destroy(), lingerMs);
  request.once('close', () => clearTimeout(cut));
}

/** One Host header; HTTP/1.0 has none yet. Source: RFC 9112, 3.2. */
function namesItsHost({ httpVersion, headersDistinct }: Request): boolean {
  const hosts = headersDistinct.host?.length ?? 0;
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0');
}
