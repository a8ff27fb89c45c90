import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

interface Outcome {
  variant: string;
  positions: number;
  unexplained: unknown[];
}

/** The full count is `npm run test:differential`; its last result lies in docs/results. */
const COUNTS = { standard: 200, xiangqi: 120 };

describe('the rules beside another engine', () => {
  it('give the same moves, checks, ends, keys, notation and repetitions on random positions', () => {
    const seed = Date.now() % 1_000_000;
    const args = [
      '--standard',
      String(COUNTS.standard),
      '--xiangqi',
      String(COUNTS.xiangqi),
      '--seed',
      String(seed),
    ];
    const run = spawnSync(process.execPath, [join(__dirname, 'differential/differential.mjs'), ...args], {
      encoding: 'utf8',
    });
    const { outcomes } = JSON.parse(run.stdout) as { outcomes: Outcome[] };
    expect({ seed, outcomes: outcomes.map(({ variant, unexplained }) => [variant, unexplained]) }).toEqual({
      seed,
      outcomes: [
        ['atomic', []],
        ['chess', []],
        ['xiangqi', []],
      ],
    });
    expect(outcomes.map(({ positions }) => positions)).toEqual([200, 200, 120]);
    process.stdout.write(`differential seed ${seed}\n`);
  });
});
