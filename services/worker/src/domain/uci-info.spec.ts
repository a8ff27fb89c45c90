import { parseInfo } from './uci-info';

describe('parseInfo', () => {
  it('reads depth, rank, score, nodes and moves of a line', () => {
    const line =
      'info depth 12 seldepth 17 multipv 2 score cp -197 nodes 601066 nps 24414 hashfull 21 tbhits 0 time 24619 pv b1c3 e7e6 d2d4';
    expect(parseInfo(line)).toEqual({
      depth: 12,
      seldepth: 17,
      multipv: 2,
      score: { cp: -197 },
      nodes: 601066,
      pv: ['b1c3', 'e7e6', 'd2d4'],
    });
  });

  it('reads mates on both sides', () => {
    expect(parseInfo('info depth 1 score mate 1 pv g5f7')?.score).toEqual({ mate: 1 });
    expect(parseInfo('info depth 1 score mate -3 pv a5a4')?.score).toEqual({ mate: -3 });
  });

  it('marks a bounded score, on either side of the nodes', () => {
    expect(parseInfo('info depth 8 multipv 3 score cp 76 upperbound nodes 20007 pv b1c3')?.bound).toBe(true);
    expect(parseInfo('info depth 8 score cp 76 nodes 5 lowerbound pv b1c3')?.bound).toBe(true);
  });

  it('keeps the text of a string, which may name a net', () => {
    expect(parseInfo('info string NNUE evaluation using atomic-2cf13ff256cc.nnue enabled')).toEqual({
      text: 'NNUE evaluation using atomic-2cf13ff256cc.nnue enabled',
    });
  });

  it('passes over words it does not know and numbers it cannot read', () => {
    expect(parseInfo('info depth x currmove e2e4 wdl 1 2 3 nodes 10')).toEqual({ nodes: 10 });
    expect(parseInfo('info score cp')).toEqual({});
  });

  it('leaves every other line alone', () => {
    expect(parseInfo('bestmove e2e4 ponder e7e5')).toBeNull();
    expect(parseInfo('')).toBeNull();
  });
});
