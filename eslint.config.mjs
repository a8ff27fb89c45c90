import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';
import { lawConfigs } from './tools/checks/laws.mjs';

const typescript = ['**/*.{ts,tsx,mts}'];
const specs = ['**/*.spec.{ts,tsx}'];
/** Suites that several specs run: one function around many tests. */
const suites = ['{libs,services}/*/test/**/*.ts'];
const tables = ['**/*.table.ts', '**/tables/**/*.ts'];
/** Statements that make a schema, one after the other. */
const migrations = ['**/migrations/*.ts'];
const noDefault = ['direct', 'named', 'defaultFrom', 'namedFrom', 'namespaceFrom'];

const sizes = {
  'max-lines': ['error', { max: 300 }],
  'max-lines-per-function': ['error', { max: 50, IIFEs: true }],
  complexity: ['error', 10],
  'max-depth': ['error', 3],
};

const namedExports = {
  'no-restricted-exports': [
    'error',
    { restrictDefaultExports: Object.fromEntries(noDefault.map((kind) => [kind, true])) },
  ],
};

const common = {
  eqeqeq: ['error', 'always', { null: 'ignore' }],
  'no-console': 'off',
  'no-var': 'error',
  'prefer-const': 'error',
  'no-else-return': 'error',
  'no-unreachable-loop': 'error',
  'no-self-compare': 'error',
};

const typed = {
  '@typescript-eslint/no-explicit-any': 'error',
  '@typescript-eslint/no-floating-promises': 'error',
  '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
  '@typescript-eslint/await-thenable': 'error',
  '@typescript-eslint/only-throw-error': 'error',
  '@typescript-eslint/no-for-in-array': 'error',
  '@typescript-eslint/no-base-to-string': 'error',
  '@typescript-eslint/switch-exhaustiveness-check': [
    'error',
    { considerDefaultExhaustiveForUnions: true, requireDefaultForNonUnion: true },
  ],
  '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
  '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
};

export default defineConfig(
  {
    ignores: ['**/dist/', '**/node_modules/', '**/generated/', '.nx/', '.data/', '.cache/', 'coverage/'],
  },
  // A law that a comment can switch off is none; exemptions are globs in this file.
  { linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'off' } },
  { files: ['**/*.{js,mjs,cjs}', ...typescript], rules: { ...common, ...sizes, ...namedExports } },
  {
    files: typescript,
    extends: [tseslint.configs.recommended],
    languageOptions: { parserOptions: { projectService: true } },
    rules: typed,
  },
  { files: tables, rules: { 'max-lines': 'off', 'max-lines-per-function': 'off' } },
  { files: suites, rules: { 'max-lines-per-function': 'off' } },
  { files: migrations, rules: { 'max-lines-per-function': 'off' } },
  { files: specs, rules: { 'max-lines': ['error', { max: 500 }], 'max-lines-per-function': 'off' } },
  { files: ['**/*.config.{mjs,cjs,ts,mts}'], rules: { 'no-restricted-exports': 'off' } },
  ...lawConfigs,
);
