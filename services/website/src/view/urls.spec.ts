import { exploreUrl, fenOfKey, keyOfFen, pageOf, positionDoor, readLine } from './urls';

const FEN = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

describe('addresses', () => {
  it('keeps start FEN and moves of a line through the address and back', () => {
    const line = { variant: 'atomic', fen: FEN, moves: ['e2e4', 'e7e5'] };
    const url = exploreUrl(line);
    expect(url).toBe(
      '/atomicdb/explore?variant=atomic&fen=rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR+w+KQkq+-+0+1&moves=e2e4,e7e5',
    );
    expect(readLine(new URL(url, 'http://x').search)).toEqual(line);
  });

  it('reads percent-encoded addresses and moves parted by blanks', () => {
    const search = `?variant=chess&fen=${encodeURIComponent(FEN)}&moves=e2e4%20e7e5`;
    expect(readLine(search)).toEqual({ variant: 'chess', fen: FEN, moves: ['e2e4', 'e7e5'] });
  });

  it('takes atomic and the start position when the address says nothing', () => {
    expect(readLine('')).toEqual({ variant: 'atomic', fen: null, moves: [] });
    expect(exploreUrl({ variant: 'atomic', fen: null, moves: [] })).toBe('/atomicdb/explore?variant=atomic');
  });

  it.each([
    ['/atomicdb/', 'front'],
    ['/atomicdb', 'front'],
    ['/atomicdb/explore', 'explore'],
    ['/atomicdb/queue/', 'queue'],
    ['/atomicdb/method', 'method'],
    ['/atomicdb/nowhere', 'unknown'],
  ])('shows at %s the page %s', (path, page) => {
    expect(pageOf(path)).toBe(page);
  });

  it('asks the query door for a position without its path', () => {
    expect(positionDoor('atomic', '4k3/8/8/8/8/8/8/4K3 w - - 0 1')).toBe(
      '/atomicdb/api/query?variant=atomic&fen=4k3/8/8/8/8/8/8/4K3+w+-+-+0+1',
    );
  });

  it('turns keys into FENs and canonical FENs into keys', () => {
    expect(fenOfKey('atomic:4k3/8/8/8/8/8/8/4K3 w - -')).toBe('4k3/8/8/8/8/8/8/4K3 w - - 0 1');
    expect(fenOfKey(FEN)).toBe(FEN);
    expect(keyOfFen(FEN)).toBe('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -');
  });
});
