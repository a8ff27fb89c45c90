import {
  headlineOf,
  headlineWithoutRow,
  ownSearchText,
  proofLimit,
  supportText,
  walkedText,
} from './headline';
import { anOpenRequest, aPass, aRow } from './row-builders';

const BLACK = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1';
const UNSEEN = { type: 't', title: 't', status: 404, code: 'not-in-tree', detail: 'Not in the tree.' };

describe('the headline', () => {
  it('says centipawns from the side to move', () => {
    expect(headlineOf(aRow({ score: 35, kind: 'point', point: 35 }), null)).toEqual({
      cp: 35,
      text: '+0.35',
      reason: '+35 centipawns for White (side to move)',
    });
    expect(headlineOf(aRow({ score: -20, kind: 'backed', fen: BLACK }), null).reason).toBe(
      '\u221220 centipawns for Black (side to move)',
    );
  });

  it('says of a mate that no proof stands behind it', () => {
    expect(headlineOf(aRow({ score: -29_994, kind: 'point', point: -29_994 }), null)).toMatchObject({
      text: 'mated in 3',
      reason: 'for White (side to move); not proven',
    });
  });

  it('[VAL-13] [VAL-14] shows the backed value while the point eval is another', () => {
    expect(headlineOf(aRow({ score: 51, kind: 'backed', backed_eval: 51, point: 12 }), null).text).toBe(
      '+0.51',
    );
  });

  it('shows a proven status as mate in n and names who wins', () => {
    const win = aRow({ score: 29_999, kind: 'solved', status: 'WIN', closure: 'CHILDREN' });
    expect(headlineOf(win, null)).toEqual({
      cp: 29_999,
      text: 'mate in 1',
      reason: 'White (side to move) wins by force',
    });
    const loss = aRow({ score: -29_998, kind: 'solved', status: 'LOSS', closure: 'CHILDREN' });
    expect(headlineOf(loss, null).text).toBe('mated in 1');
    expect(headlineOf(loss, null).reason).toBe('White (side to move) loses by force');
  });

  it('says how the game ended', () => {
    const over = aRow({ score: -30_000, kind: 'solved', status: 'LOSS', closure: 'TERMINAL', fen: BLACK });
    expect(headlineOf(over, 'explosion')).toEqual({
      cp: -30_000,
      text: 'king exploded',
      reason: 'White has won: the game ends here',
    });
  });

  it('says how the rules decide a position that the tree does not have', () => {
    expect(headlineWithoutRow(BLACK, 'checkmate', UNSEEN)).toEqual({
      cp: null,
      text: 'checkmate',
      reason: 'White has won. The position is not in the tree yet.',
    });
    expect(headlineWithoutRow(BLACK, 'stalemate', UNSEEN).reason).toBe(
      'A draw. The position is not in the tree yet.',
    );
  });

  it('offers to add a position that the tree does not have, and passes on why nothing came', () => {
    expect(headlineWithoutRow(BLACK, null, UNSEEN).reason).toBe(
      'Not in the tree yet; ask for an analysis to add it.',
    );
    const lost = { ...UNSEEN, status: 0, code: 'network', detail: 'The server does not answer.' };
    expect(headlineWithoutRow(BLACK, null, lost)).toMatchObject({
      text: 'no answer',
      reason: 'The server does not answer.',
    });
    expect(headlineWithoutRow(BLACK, null, null).reason).toBe('Reading what is known');
  });

  it.each([
    ['TERMINAL', 'the game ends here'],
    ['ADJUDICATED', 'can never be decided'],
    ['CHILDREN', 'every move is proven'],
  ] as const)('shows a draw through %s as 0.00 with its reason', (closure, reason) => {
    const headline = headlineOf(aRow({ score: 0, kind: 'solved', status: 'DRAW', closure }), null);
    expect(headline.text).toBe('0.00');
    expect(headline.reason).toContain(reason);
  });

  it('gives a repetition draw its reason', () => {
    expect(headlineOf(aRow({ score: 0, kind: 'repetition' }), null)).toMatchObject({
      text: '0.00',
      reason: expect.stringContaining('comes back to a position'),
    });
  });

  it('has no number for a position that is not informed', () => {
    expect(headlineOf(aRow({ score: null, kind: 'none' }), null)).toMatchObject({
      cp: null,
      text: 'no value yet',
    });
  });
});

describe('what stands beside the headline', () => {
  it('[VAL-11] names the nodes of the weakest link', () => {
    expect(supportText(aRow({ kind: 'backed', score: 5, backed_nodes: 256_000 }))).toBe(
      'weakest link 256k nodes',
    );
    expect(supportText(aRow({ kind: 'backed', score: 5, backed_nodes: null }))).toBe(
      'exact: the move is proven',
    );
    expect(supportText(aRow({ kind: 'walked', score: 5 }))).toBeNull();
  });

  it('[VAL-15] keeps the own search while a better value headlines, and only then', () => {
    const passes = [aPass({ nodes: 1_024_000 })];
    const analysis = { lines: [], previous: null, passes };
    expect(ownSearchText(aRow({ kind: 'backed', score: 5, point: -12, analysis }))).toBe(
      'Own search at 1.02M nodes: \u22120.12, \u221212 centipawns for White (side to move). What one search reported, and nothing more.',
    );
    expect(ownSearchText(aRow({ kind: 'point', score: -12, point: -12, analysis }))).toBeNull();
    expect(supportText(aRow({ kind: 'point', score: -12, point: -12, analysis }))).toBe(
      '1.02M nodes, its own search',
    );
  });

  it.each([
    ['nothing more where nobody asked', [], 'No engine has searched this yet.'],
    ['that it is queued', ['PENDING'], 'No engine has searched this yet. An analysis is queued.'],
    ['that it is running', ['PENDING', 'LEASED'], 'No engine has searched this yet. An analysis is running.'],
    ['that it is landing', ['DELIVERED'], 'No engine has searched this yet. An analysis is being entered.'],
  ] as const)('says of a walked value that no engine searched it, and %s', (_what, states, text) => {
    const requests = states.map((state) => anOpenRequest({ state }));
    expect(walkedText(aRow({ kind: 'walked', score: 5, requests }))).toBe(text);
    expect(walkedText(aRow({ kind: 'backed', score: 5, requests }))).toBeNull();
  });

  it('says of a walked value over a search of its own that the line below is unsearched', () => {
    expect(walkedText(aRow({ kind: 'walked', score: -29_994, point: -84 }))).toBe(
      'No engine has searched this line yet.',
    );
  });

  it('says what a proof ignores, for proofs only', () => {
    const proven = aRow({ status: 'WIN', closure: 'CHILDREN', kind: 'solved', score: 29_999 });
    expect(proofLimit(proven)).toBe('Proofs ignore the 50-move rule.');
    expect(proofLimit(aRow({}))).toBeNull();
  });
});
