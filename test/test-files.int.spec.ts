import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(__dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'atomicdb-test-files-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs test files as this tree does, one after the other in one process; gives what Jest printed. */
function run(files: Record<string, string>): string {
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
  const config = {
    rootDir: folder,
    testMatch: Object.keys(files).map((file) => `<rootDir>/${file}`),
    testEnvironment: join(root, 'tools/checks/one-realm-environment.cjs'),
    runtime: join(root, 'tools/checks/native-packages-runtime.cjs'),
    transform: {},
  };
  const options = ['--config', JSON.stringify(config), '--runInBand', '--forceExit'];
  return spawnSync(process.execPath, [
    join(root, 'node_modules/jest/bin/jest.js'),
    ...options,
  ]).stderr.toString();
}

describe('a test file', () => {
  it('fails when it leaves a server open, and leaves nothing else to the next one', () => {
    const leaky = `
      globalThis.left = 1;
      process.env.LEFT = '1';
      it('passes', () => new Promise((done) => require('node:net').createServer().listen(0, done)));`;
    const next = `
      it('passes', () => expect([typeof left, process.env.LEFT]).toEqual(['undefined', undefined]));`;
    const said = run({ 'a.spec.cjs': leaky, 'b.spec.cjs': next });
    expect(said).toContain('the tests of this file left open: TCPServerWrap');
    expect(said).toMatch(/^PASS .*b\.spec\.cjs$/m);
    expect(said).toContain('Test Suites: 1 failed, 1 passed, 2 total');
  });
});
