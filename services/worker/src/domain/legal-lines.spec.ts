import { type ChessPosition, parsePosition, START_FEN, type VariantName } from '@atomicdb/chess';
import { toLegalLines } from './legal-lines';

function position(variant: VariantName, fen: string): ChessPosition {
  const parsed = parsePosition(variant, fen);
  if (!parsed.ok) throw new Error(parsed.error.message);
  return parsed.value;
}

const line = (...pv: string[]) => ({ rank: 1, score: { cp: 0 }, depth: 1, seldepth: 1, pv });

describe('toLegalLines', () => {
  it('writes castling as e1g1, whichever way the engine does', () => {
    const start = position('chess', 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1');
    expect(toLegalLines(start, [line('e1h1', 'e8a8'), line('e1c1')])).toEqual([
      line('e1g1', 'e8c8'),
      line('e1c1'),
    ]);
  });

  it('cuts a line at its first move that the rules do not have', () => {
    const start = position('atomic', START_FEN.atomic);
    expect(toLegalLines(start, [line('e2e4', 'e7e5', 'e4e5', 'a7a6')])).toEqual([line('e2e4', 'e7e5')]);
  });

  it('has none where a first move is illegal, as the engine then plays another game', () => {
    const start = position('atomic', START_FEN.atomic);
    expect(toLegalLines(start, [line('e2e4'), line('e2e5')])).toBeNull();
  });
});
