import type { NextFunction, Request, Response } from 'express';
import { DoorFault } from './door-fault';
import type { Fields } from './fields';
import { parseForm, parseQuery } from './parse-form';
import { parseJson } from './parse-json';

const mostBytes = 16_384;

const utf8 = new TextDecoder('utf-8', { fatal: true });
const bodies = new WeakMap<Request, Fields>();

/** Fields of the body of a POST, else those of the address: a door that takes a body takes nothing from the address. */
export function fieldsOf(request: Request): Fields {
  if (request.method !== 'POST') return parseQuery(request.originalUrl);
  const fields = bodies.get(request);
  // The entrance did not know this spelling of the address as a door, whatever the router made of it.
  if (!fields)
    throw new DoorFault('unknown-door', 'There is nothing at this address: look at the method page.');
  return fields;
}

/** Reads the body of a call that has one; faults go to the exception filter. */
export function readBody(request: Request, _response: Response, next: NextFunction): void {
  readBytes(request)
    .then((bytes) => {
      const [stray] = parseQuery(request.originalUrl).keys();
      if (stray !== undefined) throw strayParameter(stray);
      bodies.set(request, parseBody(request, bytes));
    })
    .then(() => next(), next);
}

/** What is refused is refused before the rest of it has come. */
async function readBytes(request: Request): Promise<Buffer> {
  const { 'content-encoding': encoding = 'identity', 'content-length': announced = '0' } = request.headers;
  // 16 KiB need no compression, and a bomb is one.
  if (encoding.toLowerCase() !== 'identity') throw unsupported();
  if (Number(announced) > mostBytes) throw tooLarge();
  const chunks: Buffer[] = [];
  let length = 0;
  return new Promise((resolve, reject) => {
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > mostBytes) reject(tooLarge());
      else chunks.push(chunk);
    });
    request.once('end', () => resolve(Buffer.concat(chunks)));
    request.once('error', () => reject(cutShort()));
    request.once('close', () => reject(cutShort()));
  });
}

function strayParameter(name: string): DoorFault {
  return new DoorFault('unknown-field', 'This door takes its fields in the body: send them there.', {
    field: name.slice(0, 64),
  });
}

function parseBody(request: Request, body: Buffer): Fields {
  if (body.length === 0) return parseEmpty(request);
  const [type = '', ...parameters] = (request.headers['content-type'] ?? '').toLowerCase().split(/\s*;\s*/);
  if (parameters.some((one) => one.startsWith('charset=') && !/^charset="?utf-?8"?$/.test(one))) {
    throw unsupported();
  }
  switch (type.trim()) {
    case 'application/json':
      return parseJson(textOf(body, 'malformed-json'));
    case 'application/x-www-form-urlencoded':
      return parseForm(textOf(body, 'malformed-body'));
    default:
      throw unsupported();
  }
}

/** An empty body is an empty form, but it is no JSON. */
function parseEmpty(request: Request): Fields {
  return request.headers['content-type']?.startsWith('application/json') ? parseJson('') : new Map();
}

function textOf(body: Buffer, code: 'malformed-json' | 'malformed-body'): string {
  try {
    return utf8.decode(body);
  } catch {
    throw new DoorFault(code, 'The body is not UTF-8: encode it so.');
  }
}

function unsupported(): DoorFault {
  return new DoorFault(
    'unsupported-media-type',
    'Send application/json or application/x-www-form-urlencoded, in UTF-8 and not compressed.',
  );
}

function tooLarge(): DoorFault {
  return new DoorFault('body-too-large', `A body has at most ${mostBytes} bytes: send less.`);
}

function cutShort(): DoorFault {
  return new DoorFault('malformed-request', 'The body ended before its announced length: send it whole.');
}
