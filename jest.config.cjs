const { readFileSync } = require('node:fs');
const { join } = require('node:path');

/** The same compiler options as the build, so that what is tested is what runs. */
const { $schema, ...swc } = JSON.parse(readFileSync(join(__dirname, '.swcrc'), 'utf8'));
const options = { ...swc, sourceMaps: 'inline', swcrc: false, configFile: false };
const jsx = { runtime: 'automatic', importSource: 'preact' };
const optionsTsx = {
  ...options,
  jsc: {
    ...options.jsc,
    parser: { ...options.jsc.parser, tsx: true },
    transform: { ...options.jsc.transform, react: jsx },
  },
};

/** Packages that ship ES modules only; Jest runs CommonJS, so they are compiled too. */
const esmPackages = ['chessops', '@badrap/result', '@lichess-org/chessground'];

const shared = {
  rootDir: __dirname,
  roots: ['libs', 'services', 'tools', 'test'].map((folder) => `<rootDir>/${folder}`),
  testEnvironment: 'node',
  testEnvironmentOptions: { customExportConditions: ['@atomicdb/source', 'node', 'require', 'default'] },
  transform: { '\\.tsx$': ['@swc/jest', optionsTsx], '\\.[mc]?[jt]s$': ['@swc/jest', options] },
  transformIgnorePatterns: [`/node_modules/(?!(${esmPackages.join('|')})/)`],
  moduleNameMapper: {
    '^chessops$': '<rootDir>/node_modules/chessops/dist/esm/index.js',
    '^chessops/(.*)$': '<rootDir>/node_modules/chessops/dist/esm/$1.js',
    // ES module sources name the compiled file; the source beside it has no such suffix.
    '^(\\.{1,2}/.*)\\.js$': ['$1.js', '$1'],
  },
  modulePathIgnorePatterns: ['<rootDir>/(libs|services)/[^/]+/dist/', '<rootDir>/\\.(nx|data|cache)/'],
};

/** One kind of test: `unit` has no I/O, `int` one real part, `e2e` real processes. */
const kind = (displayName, testMatch, testTimeout, ignored = []) => ({
  ...shared,
  displayName,
  testMatch,
  testTimeout,
  testPathIgnorePatterns: ['/node_modules/', '/dist/', ...ignored],
});

module.exports = {
  maxWorkers: 2,
  projects: [
    kind('unit', ['**/*.spec.ts', '**/*.spec.tsx'], 15_000, ['\\.(int|e2e)\\.spec\\.tsx?$']),
    kind('int', ['**/*.int.spec.ts'], 90_000),
    kind('e2e', ['**/*.e2e.spec.ts'], 240_000),
  ],
};
