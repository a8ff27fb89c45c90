import { perft } from '../src/index.js';
import rows from './cases/atomic-perft.json' with { type: 'json' };
import { at } from './positions.js';

describe('atomic perft to the full depths', () => {
  it.each(rows)('$name', ({ fen, perft: nodes }) => {
    expect(perft(at('atomic', fen), nodes.length)).toEqual(nodes);
  });
});
