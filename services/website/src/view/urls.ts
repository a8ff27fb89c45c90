/** Addresses of the pages and doors. The explorer's address is the line: start FEN and moves. */

export const BASE = '/atomicdb/';
export const DEFAULT_VARIANT = 'atomic';

export interface LineAddress {
  variant: string;
  /** Start of the line; null for the variant's start position. */
  fen: string | null;
  /** UCI. */
  moves: string[];
}

export type Page = 'front' | 'explore' | 'queue' | 'method' | 'unknown';

export function pageOf(pathname: string): Page {
  const rest = pathname.startsWith(BASE) ? pathname.slice(BASE.length).replace(/\/$/, '') : pathname;
  if (rest === '' || rest === BASE.slice(0, -1)) return 'front';
  return rest === 'explore' || rest === 'queue' || rest === 'method' ? rest : 'unknown';
}

/** Slashes and blanks stay readable in the address bar; both are legal in a query. */
function queryText(text: string): string {
  return encodeURIComponent(text).replaceAll('%2F', '/').replaceAll('%20', '+').replaceAll('%2C', ',');
}

export function exploreUrl(line: LineAddress): string {
  const parts = [`variant=${queryText(line.variant)}`];
  if (line.fen !== null) parts.push(`fen=${queryText(line.fen)}`);
  if (line.moves.length > 0) parts.push(`moves=${queryText(line.moves.join(','))}`);
  return `${BASE}explore?${parts.join('&')}`;
}

export function readLine(search: string): LineAddress {
  const query = new URLSearchParams(search);
  const fen = query.get('fen')?.trim() ?? '';
  return {
    variant: query.get('variant') ?? DEFAULT_VARIANT,
    fen: fen === '' ? null : fen,
    moves: (query.get('moves') ?? '').split(/[\s,]+/).filter((move) => move !== ''),
  };
}

export function positionDoor(variant: string, fen: string): string {
  return `${BASE}api/query?variant=${queryText(variant)}&fen=${queryText(fen)}`;
}

/** `board turn castling ep`, with or without counters or `variant:`, as a FEN that a line can start from. */
export function fenOfKey(key: string): string {
  const bare = key.slice(key.indexOf(':') + 1).trim();
  return bare.split(/\s+/).length >= 6 ? bare : `${bare} 0 1`;
}

/** The four fields that identity rests on; a canonical FEN gives its canonical key. */
export function keyOfFen(fen: string): string {
  return fen.trim().split(/\s+/).slice(0, 4).join(' ');
}
