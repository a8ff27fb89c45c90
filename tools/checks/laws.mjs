import { builtinRules } from 'eslint/use-at-your-own-risk';
import tseslint from 'typescript-eslint';

/**
 * The laws of the tree as lint rules. Every law is an instance of a core rule under a name of its own,
 * because a flat config keeps one setting per rule and file: a second `no-restricted-imports` for a
 * narrower glob would silently switch the first one off.
 */

const code = ['libs/**/*.{ts,tsx,mts}', 'services/**/*.{ts,tsx,mts}'];
const specs = ['**/*.spec.{ts,tsx}'];
const services = [
  'positions',
  'analyses',
  'queue-scheduling',
  'attribution',
  'backing',
  'accounts',
  'worker-gateway',
  'web-gateway',
  'website',
  'worker',
  'standalone',
];
const asService = `^@atomicdb/(${services.join('|')})(/|$)`;
const domain = 'services/*/src/domain';

/** The core rule takes an import of types for one of values; this form of it tells them apart. */
const tellsTypes = tseslint.plugin.rules['no-restricted-imports'];

/** An import law: what may not be imported (a regular expression), where, and the sentence to tell. */
const imports = (name, files, ignores, regex, message) => ({
  name,
  rule: 'no-restricted-imports',
  files,
  ignores,
  options: [{ patterns: [{ regex, message }] }],
});

const boundaries = [
  imports(
    'chessops-only-in-chess',
    code,
    ['libs/chess/**'],
    '^chessops(/|$)',
    'chessops only in libs/chess.',
  ),
  imports(
    'kafkajs-only-in-bus',
    code,
    // A test of a service may be a stranger who writes to its topics.
    ['libs/bus/**', 'services/*/test/**'],
    '^kafkajs(/|$)',
    'kafkajs only in libs/bus.',
  ),
  imports(
    'grpc-only-in-adapters',
    code,
    ['libs/rpc/**', 'services/*/src/adapters/grpc/**', 'services/*/test/**'],
    '^(@grpc/|grpc-)',
    '@grpc/* only in libs/rpc and adapters/grpc.',
  ),
  imports(
    'database-only-in-adapters',
    code,
    ['libs/{event-store,embedded-postgres,testing}/**', 'services/*/src/adapters/postgres/**'],
    '^(pg|@mikro-orm)(/|-|$)',
    'pg and MikroORM only in adapters/postgres, libs/event-store, libs/embedded-postgres and libs/testing.',
  ),
  imports(
    'nest-only-at-the-edge',
    ['libs/*/src/**/*.ts', 'services/*/src/**/*.ts'],
    ['libs/service-process/**', '**/*.module.ts', '**/main.ts', 'services/*/src/adapters/**'],
    '^@nestjs/',
    'Nest only in *.module.ts, main.ts and adapters/.',
  ),
  imports(
    'service-never-imports-service',
    code,
    ['services/standalone/**'],
    asService,
    'A service never imports a service: use its API (libs/rpc) or its events.',
  ),
  imports(
    'packages-by-name',
    code,
    [],
    '^@atomicdb/(?!telemetry/register$|[^/]+/(rebuilds|store-parts)$)[^/]+/|^(\\.\\./)+(libs|services)/|^(\\.\\./)+[^.]*/src(/|$)',
    'Import another package by its name, never by a path into it.',
  ),
  {
    name: 'projections-never-send',
    rule: 'no-restricted-imports',
    // Shapes may be named, callers may not.
    form: tellsTypes,
    files: ['services/*/src/projections/**/*.ts'],
    ignores: specs,
    options: [
      {
        patterns: [
          {
            regex: '^(@atomicdb/(bus|rpc)|node:(http|https|net|child_process)|rxjs|kafkajs|@grpc/.*)$',
            message:
              'A projection never sends, calls or publishes: that is a reaction with a consumer of its own.',
            allowTypeImports: true,
          },
        ],
      },
    ],
  },
];

const leaves = (depth) => [
  imports(
    `domain-stays-inside-${depth}`,
    [`${domain}/${'*/'.repeat(depth)}*.ts`],
    specs,
    `^(\\.\\./){${depth + 1}}`,
    'domain/ imports nothing from outside domain/.',
  ),
];

const clock = 'Time, ids and randomness come in with the command.';
const purity = [
  {
    name: 'domain-is-pure',
    rule: 'no-restricted-imports',
    form: tellsTypes,
    files: [`${domain}/**/*.ts`],
    ignores: specs,
    options: [
      {
        patterns: [
          {
            regex: '^(?!\\.\\.?/|@atomicdb/(chess|decider|events)$)',
            message: 'domain/ knows only itself, @atomicdb/chess, @atomicdb/decider and @atomicdb/events.',
          },
          {
            regex: '^@atomicdb/events$',
            message: 'domain/ knows only the types of @atomicdb/events.',
            allowTypeImports: true,
          },
        ],
      },
    ],
  },
  ...[0, 1, 2].flatMap(leaves),
  {
    name: 'domain-knows-no-machine',
    rule: 'no-restricted-globals',
    files: [`${domain}/**/*.ts`],
    ignores: specs,
    options: [
      'process',
      'console',
      'fetch',
      'crypto',
      'performance',
      'require',
      'globalThis',
      'setTimeout',
      'setInterval',
      'setImmediate',
    ].map((name) => ({ name, message: `domain/ is pure. ${clock}` })),
  },
  {
    name: 'domain-knows-no-chance',
    rule: 'no-restricted-properties',
    files: [`${domain}/**/*.ts`],
    ignores: specs,
    options: [
      { object: 'Math', property: 'random', message: clock },
      { object: 'Date', property: 'now', message: clock },
    ],
  },
  {
    name: 'domain-knows-no-clock',
    rule: 'no-restricted-syntax',
    files: [`${domain}/**/*.ts`],
    ignores: specs,
    options: [
      { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: clock },
      { selector: "CallExpression[callee.name='Date']", message: clock },
      { selector: 'ImportExpression', message: 'domain/ loads nothing.' },
    ],
  },
];

const fold = 'A projection is a function of its events: it knows no clock and no chance, in its SQL neither.';
const calls = 'now|random|clock_timestamp|statement_timestamp|transaction_timestamp|gen_random_uuid';
const ownTime = `/\\b(${calls})\\s*\\(|\\bcurrent_(date|time|timestamp)\\b/i`;
const projections = [
  {
    name: 'projections-know-no-chance',
    rule: 'no-restricted-syntax',
    files: ['services/*/src/projections/**/*.ts'],
    ignores: specs,
    options: [
      "NewExpression[callee.name='Date'][arguments.length=0]",
      "CallExpression[callee.name='Date']",
      "CallExpression[callee.object.name='Date'][callee.property.name='now']",
      "CallExpression[callee.object.name='Math'][callee.property.name='random']",
      "CallExpression[callee.object.name='performance'][callee.property.name='now']",
      "CallExpression[callee.name='randomUUID']",
      `Literal[value=${ownTime}]`,
      `TemplateElement[value.raw=${ownTime}]`,
    ].map((selector) => ({ selector, message: fold })),
  },
];

const environment = 'The environment is read in libs/config only.';
const environments = [
  {
    name: 'environment-only-in-config',
    rule: 'no-restricted-properties',
    files: ['libs/*/src/**/*.ts', 'services/*/src/**/*.{ts,tsx}'],
    ignores: ['libs/config/**', 'libs/testing/**', ...specs],
    options: [{ object: 'process', property: 'env', message: environment }],
  },
  imports(
    'environment-not-imported',
    ['libs/*/src/**/*.ts', 'services/*/src/**/*.{ts,tsx}'],
    ['libs/config/**', 'libs/testing/**'],
    '^(node:)?process$',
    environment,
  ),
];

const tests = [
  {
    name: 'tests-run-whole',
    rule: 'no-restricted-syntax',
    files: specs,
    ignores: [],
    options: [
      {
        selector: 'MemberExpression[object.name=/^(it|test|describe)$/][property.name=/^(only|skip|todo)$/]',
        message: 'Every test runs.',
      },
      {
        selector: 'CallExpression[callee.name=/^(fit|fdescribe|xit|xtest|xdescribe)$/]',
        message: 'Every test runs.',
      },
      {
        selector: "MemberExpression[property.name='toBeDefined']",
        message: 'Assert the value, not its presence.',
      },
    ],
  },
];

const laws = [...boundaries, ...purity, ...projections, ...environments, ...tests];

const plugin = {
  meta: { name: 'law' },
  rules: Object.fromEntries(laws.map(({ name, rule, form }) => [name, form ?? builtinRules.get(rule)])),
};

/** One flat config entry for each law. */
export const lawConfigs = laws.map(({ name, files, ignores, options }) => ({
  name: `law/${name}`,
  files,
  ignores,
  plugins: { law: plugin },
  rules: { [`law/${name}`]: ['error', ...options] },
}));
