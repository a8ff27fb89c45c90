import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';

const main = join(__dirname, '../dist/main.js');

function run(...args: string[]) {
  const { status, stderr } = spawnSync(process.execPath, [main, ...args], { encoding: 'utf8' });
  return { status, stderr };
}

describe('the built worker', () => {
  it('lists its options', () => {
    expect(execFileSync(process.execPath, [main, '--help'], { encoding: 'utf8' })).toContain(
      '--server HOST:PORT',
    );
  });

  it('says in one sentence what is missing and ends with 2', () => {
    const { status, stderr } = run();
    expect(status).toBe(2);
    expect(stderr).toContain('--server is missing.');
  });
});
