import { ProgressReport } from './progress-report';

function shown(isTerminal: boolean): string {
  let text = '';
  let now = 0;
  const screen = { isTerminal, write: (more: string) => void (text += more), now: () => now };
  const report = new ProgressReport('backing', screen);
  report.phase('folding');
  now = 10_000;
  report.folded(50_000, 200_000);
  now = 10_100;
  report.folded(51_000, 200_000);
  report.phase('switching');
  return text;
}

describe('the progress of a rebuild', () => {
  it('does not let what a stranger wrote steer the terminal', () => {
    let text = '';
    const screen = { isTerminal: false, write: (more: string) => void (text += more), now: () => 0 };
    new ProgressReport('backing', screen).report(new Error('a\u001b[2J\nbacking: switched'));
    expect(text).toBe('backing: a\ufffd[2J\ufffdbacking: switched\n');
  });

  it('is a line now and then where there is no terminal', () => {
    expect(shown(false)).toBe(
      'backing: folding the events\n' +
        'backing: 50,000 of 200,000 events (25 %), 5,000 events/s, 30 s left\n' +
        'backing: switching\n',
    );
  });

  it('is one line written over on a terminal', () => {
    expect(shown(true)).toBe(
      'backing: folding the events\n' +
        '\r\u001b[Kbacking: 50,000 of 200,000 events (25 %), 5,000 events/s, 30 s left\n' +
        'backing: switching\n',
    );
  });
});
