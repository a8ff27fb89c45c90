import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface Lock {
  lockFaults(lock: { packages: Record<string, object> }, allowScripts: Record<string, boolean>): string[];
}

interface Freshness {
  differences(kept: string, made: string): string[];
}

interface Proto {
  contractBreaks(contracts?: string): Promise<string[]>;
}

interface BuildOnce {
  isBuilt(root: string): boolean;
  markBuilt(root: string): void;
  alone(root: string, work: () => string, waits: () => void): string;
}

interface Preconditions {
  missing(wanted: { kafka: boolean; browser: boolean; env: Record<string, string> }): string[];
  findChromium(env: Record<string, string>): string | undefined;
}

const { lockFaults } = jest.requireActual<Lock>('../tools/checks/lock.mjs');
const { differences } = jest.requireActual<Freshness>('../tools/checks/freshness.mjs');
const { contractBreaks } = jest.requireActual<Proto>('../tools/checks/proto.mjs');
const { isBuilt, markBuilt, alone } = jest.requireActual<BuildOnce>('../tools/build-once.mjs');
const { missing, findChromium } = jest.requireActual<Preconditions>('../tools/checks/preconditions.mjs');

const trees: string[] = [];

function treeOf(files: Record<string, string>, mode = 0o644): string {
  const tree = mkdtempSync(join(tmpdir(), 'atomicdb-gates-'));
  trees.push(tree);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(join(tree, file, '..'), { recursive: true });
    writeFileSync(join(tree, file), text, { mode });
  }
  return tree;
}

afterAll(() => trees.forEach((tree) => rmSync(tree, { recursive: true })));

describe('the lock', () => {
  it('must not name a download host', () => {
    const packages = { 'node_modules/a': { resolved: 'https://registry.example/a.tgz' } };
    expect(lockFaults({ packages }, {})).toEqual(['node_modules/a names a download host']);
  });

  it('must have a verdict on every package with an install script', () => {
    const packages = {
      'node_modules/@x/yes': { hasInstallScript: true },
      'node_modules/a/node_modules/no': { hasInstallScript: true },
      'node_modules/open': { hasInstallScript: true },
      'node_modules/plain': {},
    };
    expect(lockFaults({ packages }, { '@x/yes': true, no: false })).toEqual([
      'open has an install script and is not named in allowScripts',
    ]);
  });
});

describe('freshness', () => {
  it('notices files that changed, are new or are gone', () => {
    const kept = treeOf({ 'a/same.ts': '1', 'a/changed.ts': '1', 'gone.ts': '1' });
    const made = treeOf({ 'a/same.ts': '1', 'a/changed.ts': '2', 'b/new.ts': '1' });
    expect(differences(kept, made)).toEqual(['a/changed.ts', 'b/new.ts', 'gone.ts']);
  });
});

describe('the contracts', () => {
  function contractsWith(change: (worker: string) => string): string {
    const contracts = treeOf({});
    cpSync(join(__dirname, '../proto'), contracts, { recursive: true });
    const worker = join(contracts, 'atomicdb/worker/v1/worker.proto');
    const kept = readFileSync(worker, 'utf8');
    writeFileSync(worker, change(kept));
    expect(readFileSync(worker, 'utf8')).not.toBe(kept);
    return contracts;
  }

  it('may grow, and keep every field that a program of others may use', async () => {
    const grown = contractsWith((worker) => `${worker}\nmessage Planted {\n  string text = 1;\n}\n`);
    expect(await contractBreaks(grown)).toEqual([]);
    const broken = contractsWith((worker) => worker.replace(/^ *uint32 slots = .*\n/m, ''));
    expect(await contractBreaks(broken)).toEqual([
      expect.stringMatching(/worker\.proto.*field "1" with name "slots".*deleted/),
    ]);
  });
});

describe('the machine', () => {
  it('finds the browser by its path or by the usual names', () => {
    const tree = treeOf({ 'bin/chromium-browser': '#!/bin/sh', other: '#!/bin/sh' }, 0o755);
    const bin = join(tree, 'bin');
    expect(findChromium({ PATH: bin })).toBe(join(bin, 'chromium-browser'));
    expect(findChromium({ PATH: bin, CHROMIUM_PATH: join(tree, 'other') })).toBe(join(tree, 'other'));
    expect(findChromium({ PATH: bin, CHROMIUM_PATH: join(tree, 'absent') })).toBe(undefined);
  });

  it('is asked for what the wanted tests need and for nothing else', () => {
    const env = { PATH: join(tmpdir(), 'atomicdb-nothing') };
    expect(missing({ kafka: true, browser: false, env })).toEqual([
      'Java 17 or newer (java on PATH)',
      'Maven (mvn on PATH)',
    ]);
    expect(missing({ kafka: false, browser: true, env })).toEqual([
      'Chromium (chromium, chromium-browser, google-chrome on PATH, or CHROMIUM_PATH)',
    ]);
    expect(missing({ kafka: false, browser: false, env })).toEqual([]);
  });

  it.each([
    ['openjdk version "11.0.22" 2024-01-16', ['Java 17 or newer (this is 11)']],
    ['java version "1.8.0_402"', ['Java 17 or newer (this is 8)']],
    ['openjdk version "17.0.10" 2024-01-16', []],
    ['openjdk version "25-ea" 2025-09-16', []],
  ])('needs a Java that Kafka runs on: %s', (version, lacks) => {
    const say = `#!/bin/sh\necho '${version}' >&2\n`;
    const tree = treeOf({ java: say, mvn: '#!/bin/sh\n' }, 0o755);
    expect(missing({ kafka: true, browser: false, env: { PATH: tree } })).toEqual(lacks);
  });
});

describe('the build before a command', () => {
  const files = {
    '.nx/lock': '',
    'libs/a/src/a.ts': 'a',
    'libs/a/dist/a.js': 'a',
    'services/b/src/b.ts': 'b',
  };

  it.each([
    ['a source', 'libs/a/src/a.ts', false],
    ['a new source', 'services/b/src/c.ts', false],
    ['what was built', 'libs/a/dist/a.js', false],
    ['the lock of packages', 'package-lock.json', false],
    ['a test', 'libs/a/test/a.int.spec.ts', true],
  ])('is left out until something changes: %s', (_, file, stands) => {
    const tree = treeOf(files);
    expect(isBuilt(tree)).toBe(false);
    markBuilt(tree);
    expect(isBuilt(tree)).toBe(true);
    mkdirSync(join(tree, file, '..'), { recursive: true });
    writeFileSync(join(tree, file), 'changed');
    expect(isBuilt(tree)).toBe(stands);
  });

  it('is done again when a file of it is gone', () => {
    const tree = treeOf(files);
    markBuilt(tree);
    rmSync(join(tree, 'libs/a/dist/a.js'));
    expect(isBuilt(tree)).toBe(false);
  });

  it('waits for the build of another command, and not for one that is dead', async () => {
    const tree = treeOf(files);
    const lock = join(tree, '.nx/building');
    const script = `setTimeout(() => require('fs').rmSync(${JSON.stringify(lock)}), 400)`;
    const other = spawn(process.execPath, ['-e', script]);
    const ended = new Promise((resolve) => other.once('exit', resolve));
    writeFileSync(lock, String(other.pid));
    const waits = jest.fn();
    expect(alone(tree, () => readFileSync(lock, 'utf8'), waits)).toBe(String(process.pid));
    expect(waits).toHaveBeenCalledTimes(1);
    expect(existsSync(lock)).toBe(false);
    await ended;
    writeFileSync(lock, String(other.pid));
    expect(alone(tree, () => 'built', waits)).toBe('built');
    expect(waits).toHaveBeenCalledTimes(1);
  });
});
