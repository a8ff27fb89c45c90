import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';

/** Strong: the same tag means the same bytes. */
export function strongTag(body: string | Buffer): string {
  return `"${createHash('sha256').update(body).digest('base64url')}"`;
}

/** Whether the caller has these bytes already. Source: RFC 9110, "If-None-Match". */
export function hasTag(request: Request, tag: string): boolean {
  const header = request.headers['if-none-match'];
  if (header === undefined) return false;
  const tags = header.split(',').map((one) => one.trim().replace(/^W\//, ''));
  return tags.includes(tag) || tags.includes('*');
}

/** An answer that belongs to one caller. */
export function sendJson(response: Response, status: number, body: object): void {
  response.status(status).set('cache-control', 'no-store');
  response.set('content-type', 'application/json; charset=utf-8').end(JSON.stringify(body));
}

/** An answer that is the same for everybody: tagged, and 304 for who has it. */
export function sendCacheable(
  request: Request,
  response: Response,
  body: object,
  cacheControl: string,
): void {
  const text = JSON.stringify(body);
  const tag = strongTag(text);
  response.set({ etag: tag, 'cache-control': cacheControl });
  if (hasTag(request, tag)) {
    response.status(304).end();
    return;
  }
  response.set('content-type', 'application/json; charset=utf-8');
  response.end(request.method === 'HEAD' ? undefined : text);
}
