/** Sides and squares of a FEN, read as text: no rules of play here. */

export type Side = 'white' | 'black';
export type Role = 'king' | 'queen' | 'rook' | 'bishop' | 'knight' | 'pawn';

export interface Man {
  side: Side;
  role: Role;
}

const ROLES: Record<string, Role> = {
  k: 'king',
  q: 'queen',
  r: 'rook',
  b: 'bishop',
  n: 'knight',
  p: 'pawn',
};

export function sideToMove(fen: string): Side {
  return fen.trim().split(/\s+/)[1] === 'b' ? 'black' : 'white';
}

export function sideName(side: Side): string {
  return side === 'white' ? 'White' : 'Black';
}

export function otherSide(side: Side): Side {
  return side === 'white' ? 'black' : 'white';
}

/** The 64 squares from a8 to h1; null when the text is no board of eight by eight. */
export function squaresOf(fen: string): (Man | null)[] | null {
  const ranks = (fen.trim().split(/\s+/)[0] ?? '').split('/');
  const rows = ranks.map(rankSquares);
  if (rows.length !== 8 || rows.some((row) => row.length !== 8)) return null;
  return rows.flat();
}

function rankSquares(rank: string): (Man | null)[] {
  return [...rank].flatMap((char): (Man | null)[] => {
    if (/[1-8]/.test(char)) return Array<null>(Number(char)).fill(null);
    const role = ROLES[char.toLowerCase()];
    return role === undefined ? [] : [{ side: char === char.toLowerCase() ? 'black' : 'white', role }];
  });
}

export function squareName(index: number): string {
  return `${'abcdefgh'[index % 8]}${8 - Math.floor(index / 8)}`;
}

/** "king e1, queen d1, rooks a1 and h1 …" for the text view of the board. */
export function menOf(fen: string, side: Side): string {
  const squares = squaresOf(fen) ?? [];
  const found = Object.values(ROLES).map((role) => {
    const at = squares.flatMap((man, i) => (man?.side === side && man.role === role ? [squareName(i)] : []));
    return at.length === 0 ? '' : `${role}${at.length > 1 ? 's' : ''} ${at.join(' ')}`;
  });
  return found.filter((text) => text !== '').join(', ') || 'no men';
}
