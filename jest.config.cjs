const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const { compiledPackages } = require('./tools/checks/compiled-packages.cjs');

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

const shared = {
  rootDir: __dirname,
  roots: ['libs', 'services', 'tools', 'test'].map((folder) => `<rootDir>/${folder}`),
  testEnvironment: '<rootDir>/tools/checks/one-realm-environment.cjs',
  runtime: '<rootDir>/tools/checks/native-packages-runtime.cjs',
  testEnvironmentOptions: { customExportConditions: ['@atomicdb/source', 'node', 'require', 'default'] },
  transform: { '\\.tsx$': ['@swc/jest', optionsTsx], '\\.[mc]?[jt]s$': ['@swc/jest', options] },
  transformIgnorePatterns: [`/node_modules/(?!(${compiledPackages.join('|')})/)`],
  moduleNameMapper: {
    '^chessops$': '<rootDir>/node_modules/chessops/dist/esm/index.js',
    '^chessops/(.*)$': '<rootDir>/node_modules/chessops/dist/esm/$1.js',
    // ES module sources name the compiled file; the source beside it has no such suffix.
    '^(\\.{1,2}/.*)\\.js$': ['$1.js', '$1'],
  },
  modulePathIgnorePatterns: ['<rootDir>/(libs|services)/[^/]+/dist/', '<rootDir>/\\.(nx|data|cache)/'],
};

/**
 * Parts a machine may lack, from TESTS_WITHOUT (`kafka,browser`). A spec that needs one has the word in its
 * file name, as in `ask.kafka.e2e.spec.ts`.
 */
const without = (process.env.TESTS_WITHOUT ?? '').split(',').filter(Boolean);
const leftOut = without.map((part) => `[^/]*\\b${part}\\b[^/]*\\.(int|e2e)\\.spec\\.tsx?$`);

/** Starts nothing itself: the first spec that asks starts PostgreSQL or Kafka, the end of the run stops them. */
const sharedParts = {
  globalSetup: '<rootDir>/libs/testing/src/run/global-setup.ts',
  globalTeardown: '<rootDir>/libs/testing/src/run/global-teardown.ts',
};

/** One kind of test: `unit` has no I/O, `int` one real part, `e2e` real processes. */
const kind = (displayName, testMatch, ignored = []) => ({
  ...shared,
  ...(displayName === 'unit' ? {} : sharedParts),
  displayName,
  testMatch,
  setupFilesAfterEnv: ['<rootDir>/libs/testing/src/run/time-limits.ts'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/', ...leftOut, ...ignored],
});

module.exports = {
  maxWorkers: 2,
  testSequencer: '<rootDir>/tools/checks/longest-first.cjs',
  reporters: ['default', '<rootDir>/tools/checks/totals-reporter.cjs'],
  projects: [
    kind('unit', ['**/*.spec.ts', '**/*.spec.tsx'], ['\\.(int|e2e)\\.spec\\.tsx?$']),
    kind('int', ['**/*.int.spec.ts']),
    kind('e2e', ['**/*.e2e.spec.ts']),
    // The long forms, run by name: npm run test:model, npm run test:faults.
    kind('campaign', ['**/*.campaign.ts']),
  ],
};
