import { parseIdentity } from './engine-identity';

describe('parseIdentity', () => {
  it('tells name, version and the variants an engine lists', () => {
    const lines = [
      'id name Fairy-Stockfish [commit: b2e693ef, upstream: , emscripten: 2.0.26] LB',
      'option name UCI_Variant type combo default chess var 3check var atomic var chess var xiangqi',
      'uciok',
    ];
    expect(parseIdentity(lines)).toEqual({
      name: 'Fairy-Stockfish',
      version: '[commit: b2e693ef, upstream: , emscripten: 2.0.26] LB',
      uciVariants: ['3check', 'atomic', 'chess', 'xiangqi'],
    });
  });

  it('lists no variant for an engine without the option', () => {
    expect(parseIdentity(['id name Stockfish 16.1', 'uciok'])).toEqual({
      name: 'Stockfish',
      version: '16.1',
      uciVariants: [],
    });
  });
});
