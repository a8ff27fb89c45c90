import type { Request } from 'express';

/** Path of a call as it was sent; the framework's own `path` is what is left below the place of a middleware. */
export function pathOf({ originalUrl }: Request): string {
  const withoutOrigin = originalUrl.replace(/^https?:\/\/[^/?]*/i, '');
  return withoutOrigin.split('?', 1)[0] || '/';
}
