import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { doorAt } from './doors';
import { pathOf } from './path-of';
import { hasTag } from './send-json';
import type { Website, WebsiteFile } from './website-files';

const base = '/atomicdb/';
const pages = /^(explore|queue|method)?\/?$/;

/** The website below /atomicdb/: files by their path, and the one page for every address of a page. */
export function serveWebsite(website: Website): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    const path = pathOf(request);
    if (request.method !== 'GET' && request.method !== 'HEAD') return next();
    if (path === '/' || path === base.slice(0, -1)) return response.redirect(302, base);
    if (!path.startsWith(base)) return next();
    const rest = path.slice(base.length);
    const file = website.get(pages.test(rest) ? 'index.html' : rest);
    if (file) return send(request, response, file, 200);
    const notFound = isPageOfNobody(request) ? website.get('index.html') : undefined;
    return notFound ? send(request, response, notFound, 404) : next();
  };
}

/** A browser at an address that is no door gets the site's own "not found" page. */
function isPageOfNobody(request: Request): boolean {
  const path = pathOf(request);
  const wantsPage = request.headers.accept?.includes('text/html') ?? false;
  return wantsPage && !path.startsWith(`${base}api/`) && doorAt(path) === null;
}

function send(request: Request, response: Response, file: WebsiteFile, status: number): void {
  const compress = file.gzipped !== null && request.acceptsEncodings('gzip') === 'gzip';
  // Two representations, two tags: a strong one stands for its bytes.
  const tag = compress ? `${file.tag.slice(0, -1)}-gzip"` : file.tag;
  response.set({ etag: tag, 'cache-control': file.cacheControl, vary: 'Accept-Encoding' });
  if (status === 200 && hasTag(request, tag)) {
    response.status(304).end();
    return;
  }
  const bytes = compress && file.gzipped ? file.gzipped : file.bytes;
  response.status(status).set({ 'content-type': file.type, 'content-length': String(bytes.length) });
  if (compress) response.set('content-encoding', 'gzip');
  response.end(request.method === 'HEAD' ? undefined : bytes);
}
