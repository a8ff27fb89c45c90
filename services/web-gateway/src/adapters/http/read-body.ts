import type { NextFunction, Request, Response } from 'express';
import { raw } from 'express';
import { DoorFault } from './door-fault';
import type { Fields } from './fields';
import { parseForm, parseQuery } from './parse-form';
import { parseJson } from './parse-json';

const mostBytes = 16_384;

/** Compressed bodies are refused: 16 KiB need none, and a bomb is one. */
const readBytes = raw({ type: () => true, limit: mostBytes, inflate: false });
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
export function readBody(request: Request, response: Response, next: NextFunction): void {
  readBytes(request, response, (error?: unknown) => {
    if (error !== undefined) {
      next(faultOf(error));
      return;
    }
    try {
      const [stray] = parseQuery(request.originalUrl).keys();
      if (stray !== undefined) throw strayParameter(stray);
      bodies.set(request, parseBody(request));
      next();
    } catch (fault) {
      next(fault);
    }
  });
}

function strayParameter(name: string): DoorFault {
  return new DoorFault('unknown-field', 'This door takes its fields in the body: send them there.', {
    field: name.slice(0, 64),
  });
}

function parseBody(request: Request): Fields {
  const body: unknown = request.body;
  if (!Buffer.isBuffer(body) || body.length === 0) return parseEmpty(request);
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

function faultOf(error: unknown): unknown {
  switch ((error as { type?: string }).type) {
    case 'entity.too.large':
      return new DoorFault('body-too-large', `A body has at most ${mostBytes} bytes: send less.`, {
        headers: { connection: 'close' },
      });
    case 'encoding.unsupported':
      return unsupported();
    case 'request.aborted':
    case 'request.size.invalid':
      return new DoorFault('malformed-request', 'The body ended before its announced length: send it whole.');
    case undefined:
    default:
      return error;
  }
}
