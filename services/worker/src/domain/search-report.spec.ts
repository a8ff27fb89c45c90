import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { collect, passLines, type SearchReport, startReport } from './search-report';
import { parseInfo } from './uci-info';

function captured(name: string): string[] {
  return readFileSync(join(__dirname, '../../test/cases', `${name}.uci.txt`), 'utf8').split('\n');
}

function reportOf(lines: readonly string[], width: number): SearchReport {
  return lines.reduce((report, line) => {
    const info = parseInfo(line);
    return info ? collect(report, info) : report;
  }, startReport(width));
}

const summary = (report: SearchReport) =>
  passLines(report).map(({ rank, score, depth, pv }) => ({ rank, ...score, depth, move: pv[0] }));

const startPosition = captured('start-position');

describe('passLines', () => {
  it('takes the last depth that all lines completed, not the later report of mixed depths', () => {
    expect(summary(reportOf(startPosition, 5))).toEqual([
      { rank: 1, cp: 207, depth: 12, move: 'g1h3' },
      { rank: 2, cp: 197, depth: 12, move: 'b1c3' },
      { rank: 3, cp: 146, depth: 12, move: 'e2e4' },
      { rank: 4, cp: 135, depth: 12, move: 'd2d4' },
      { rank: 5, cp: 69, depth: 12, move: 'g1f3' },
    ]);
  });

  it('sorts and renumbers the last report of each line where no depth was completed', () => {
    const lastBlock = startPosition.slice(-7);
    expect(summary(reportOf(lastBlock, 5))).toEqual([
      { rank: 1, cp: 197, depth: 12, move: 'b1c3' },
      { rank: 2, cp: 184, depth: 13, move: 'g1h3' },
      { rank: 3, cp: 146, depth: 12, move: 'e2e4' },
      { rank: 4, cp: 135, depth: 12, move: 'd2d4' },
      { rank: 5, cp: 69, depth: 12, move: 'g1f3' },
    ]);
  });

  it('never takes a bounded score for a finished line', () => {
    const upTo = startPosition.findIndex((line) => line.includes('nodes 601066'));
    expect(summary(reportOf(startPosition.slice(0, upTo), 5)).map(({ depth }) => depth)).toEqual([
      11, 11, 11, 11, 11,
    ]);
  });

  it('gives each first move once where ranks of different depths repeat it', () => {
    const lines = [
      'info depth 4 multipv 2 score cp 10 nodes 90 pv e2e4',
      'info depth 5 multipv 1 score cp 12 nodes 99 pv e2e4 e7e5',
    ];
    expect(summary(reportOf(lines, 2))).toEqual([{ rank: 1, cp: 12, depth: 5, move: 'e2e4' }]);
  });

  it('is as wide as the legal moves where there are fewer than lines asked for', () => {
    expect(summary(reportOf(captured('three-moves'), 3))).toEqual([
      { rank: 1, cp: 0, depth: 3, move: 'h1g2' },
      { rank: 2, cp: -22, depth: 3, move: 'h1h2' },
      { rank: 3, cp: -22, depth: 3, move: 'h1g1' },
    ]);
  });

  it('keeps mates of the mated side and the nodes of the last report', () => {
    const report = reportOf(captured('mated-in-one'), 5);
    expect(report.nodes).toBe(780);
    expect(summary(report).map((line) => line.depth)).toEqual([7, 7, 7, 7, 7]);
    expect(passLines(report)[0]?.score).toEqual({ mate: -1 });
  });

  it('is empty where the engine reports no line, as at the end of a game', () => {
    expect(passLines(reportOf(['info depth 0 score mate 0', 'bestmove (none)'], 5))).toEqual([]);
  });
});
