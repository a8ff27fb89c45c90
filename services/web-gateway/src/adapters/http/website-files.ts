import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { strongTag } from './send-json';

export interface WebsiteFile {
  readonly bytes: Buffer;
  /** Null where it saves nothing. */
  readonly gzipped: Buffer | null;
  readonly tag: string;
  readonly type: string;
  readonly cacheControl: string;
}

/** The built website by path below /atomicdb/; it is small, and memory serves it while the disk is busy. */
export type Website = ReadonlyMap<string, WebsiteFile>;

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
};

/** Vite puts a hash of the content into the names below assets/, so those bytes never change. */
const immutable = 'public, max-age=31536000, immutable';

/** Folder of the built website. */
export function builtWebsite(): string {
  const manifest = createRequire(__filename).resolve('@atomicdb/website/package.json');
  return join(dirname(manifest), 'dist');
}

/** @returns an empty website where the folder does not exist: it has not been built */
export function loadWebsite(folder: string): Website {
  return new Map(pathsBelow(folder).map((path) => [path, load(folder, path)]));
}

function pathsBelow(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) =>
        join(entry.parentPath, entry.name)
          .slice(folder.length + 1)
          .replaceAll('\\', '/'),
      );
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

function load(folder: string, path: string): WebsiteFile {
  const bytes = readFileSync(join(folder, path));
  const gzipped = gzipSync(bytes, { level: 9 });
  return {
    bytes,
    gzipped: gzipped.length < bytes.length ? gzipped : null,
    tag: strongTag(bytes),
    type: types[extname(path)] ?? 'application/octet-stream',
    cacheControl: path.startsWith('assets/') ? immutable : 'no-cache',
  };
}
