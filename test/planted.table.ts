/** One planted violation: where it lies, what it says, the rule that must catch it. */
export interface Planted {
  readonly rule: string;
  readonly file: string;
  readonly text: string;
}

const svc = 'services/queue-scheduling/src';
const line = (text: string, times: number) => `${text}\n`.repeat(times);
const ifs = (depth: number, inner: string): string =>
  depth === 0 ? inner : `if (n > ${depth}) {\n${ifs(depth - 1, inner)}\n}`;

const boundaries: Planted[] = [
  {
    rule: 'law/chessops-only-in-chess',
    file: `${svc}/application/a1.ts`,
    text: "export { parseFen } from 'chessops/fen';",
  },
  { rule: 'law/kafkajs-only-in-bus', file: `${svc}/adapters/bus/a2.ts`, text: "import 'kafkajs';" },
  { rule: 'law/grpc-only-in-adapters', file: `${svc}/application/a3.ts`, text: "import '@grpc/grpc-js';" },
  {
    rule: 'law/grpc-only-in-adapters',
    file: `${svc}/application/a4.ts`,
    text: "import 'grpc-health-check';",
  },
  { rule: 'law/database-only-in-adapters', file: `${svc}/adapters/http/a5.ts`, text: "import 'pg';" },
  {
    rule: 'law/database-only-in-adapters',
    file: 'libs/bus/src/a6.ts',
    text: "import '@mikro-orm/postgresql';",
  },
  { rule: 'law/nest-only-at-the-edge', file: `${svc}/application/a7.ts`, text: "import '@nestjs/common';" },
  { rule: 'law/nest-only-at-the-edge', file: 'libs/decider/src/a8.ts', text: "import '@nestjs/core';" },
  {
    rule: 'law/service-never-imports-service',
    file: `${svc}/application/a9.ts`,
    text: "import '@atomicdb/positions';",
  },
  {
    rule: 'law/service-never-imports-service',
    file: 'libs/rpc/src/a10.ts',
    text: "import '@atomicdb/backing';",
  },
  {
    rule: 'law/packages-by-name',
    file: `${svc}/application/a11.ts`,
    text: "import '@atomicdb/chess/src/atomic';",
  },
  {
    rule: 'law/packages-by-name',
    file: 'services/standalone/src/a15.ts',
    text: "import '@atomicdb/backing/rebuilds/values';",
  },
  {
    rule: 'law/service-never-imports-service',
    file: `${svc}/application/a16.ts`,
    text: "import '@atomicdb/backing/rebuilds';",
  },
  {
    rule: 'law/packages-by-name',
    file: `${svc}/application/a12.ts`,
    text: "import '../../../../libs/chess/src/atomic';",
  },
  { rule: 'law/projections-never-send', file: `${svc}/projections/a13.ts`, text: "import '@atomicdb/bus';" },
  {
    rule: 'law/projections-never-send',
    file: `${svc}/projections/a14.ts`,
    text: "import { request } from 'node:http';\nexport const r = request;",
  },
];

const purity: Planted[] = [
  { rule: 'law/domain-is-pure', file: `${svc}/domain/b1.ts`, text: "import 'node:fs';" },
  { rule: 'law/domain-is-pure', file: `${svc}/domain/b2.ts`, text: "import '@atomicdb/telemetry';" },
  { rule: 'law/domain-is-pure', file: `${svc}/domain/b3.ts`, text: "import '@nestjs/common';" },
  {
    rule: 'law/domain-is-pure',
    file: `${svc}/domain/b13.ts`,
    text: "import { eventId } from '@atomicdb/events';\nexport const id = eventId;",
  },
  { rule: 'law/domain-stays-inside-0', file: `${svc}/domain/b4.ts`, text: "import '../application/ask';" },
  {
    rule: 'law/domain-stays-inside-1',
    file: `${svc}/domain/fair/b5.ts`,
    text: "import '../../application/ask';",
  },
  {
    rule: 'law/domain-stays-inside-2',
    file: `${svc}/domain/fair/clock/b12.ts`,
    text: "import '../../../application/ask';",
  },
  { rule: 'law/domain-knows-no-machine', file: `${svc}/domain/b6.ts`, text: 'export const p = process.pid;' },
  { rule: 'law/domain-knows-no-machine', file: `${svc}/domain/b7.ts`, text: "console.log('x');" },
  {
    rule: 'law/domain-knows-no-chance',
    file: `${svc}/domain/b8.ts`,
    text: 'export const r = Math.random();',
  },
  { rule: 'law/domain-knows-no-chance', file: `${svc}/domain/b9.ts`, text: 'export const t = Date.now();' },
  { rule: 'law/domain-knows-no-clock', file: `${svc}/domain/b10.ts`, text: 'export const t = new Date();' },
  {
    rule: 'law/domain-knows-no-clock',
    file: `${svc}/domain/b11.ts`,
    text: "export const m = () => import('node:os');",
  },
];

const folds: Planted[] = [
  {
    rule: 'law/projections-know-no-chance',
    file: `${svc}/projections/h1.ts`,
    text: 'export const at = () => Date.now();',
  },
  {
    rule: 'law/projections-know-no-chance',
    file: `${svc}/projections/h2.ts`,
    text: 'export const sql = `insert into boards (added_at) values (now())`;',
  },
  {
    rule: 'law/projections-know-no-chance',
    file: `${svc}/projections/h3.ts`,
    text: "export const sql = 'insert into boards (id) values (gen_random_uuid())';",
  },
  {
    rule: 'law/projections-know-no-chance',
    file: `${svc}/projections/h4.ts`,
    text: 'export const pick = () => Math.random();',
  },
];

const environment: Planted[] = [
  {
    rule: 'law/environment-only-in-config',
    file: `${svc}/config.ts`,
    text: 'export const port = process.env.PORT;',
  },
  {
    rule: 'law/environment-only-in-config',
    file: `${svc}/c1.ts`,
    text: 'const { env } = process;\nexport const port = env;',
  },
  {
    rule: 'law/environment-not-imported',
    file: `${svc}/c2.ts`,
    text: "import { env } from 'node:process';\nexport const port = env;",
  },
];

const sizes: Planted[] = [
  { rule: 'max-lines', file: `${svc}/application/d1.ts`, text: line('export {};', 301) },
  { rule: 'max-lines', file: `${svc}/application/d1.spec.ts`, text: line('export {};', 501) },
  {
    rule: 'max-lines-per-function',
    file: `${svc}/application/d2.ts`,
    text: `export function f(list: number[]) {\n${line('  list.push(1);', 50)}}`,
  },
  {
    rule: 'complexity',
    file: `${svc}/application/d3.ts`,
    text: `export function f(n: number) {\n${Array.from({ length: 10 }, (_, i) => `  if (n === ${i}) n += 1;`).join('\n')}\n  return n;\n}`,
  },
  {
    rule: 'max-depth',
    file: `${svc}/application/d4.ts`,
    text: `export function f(n: number) {\n${ifs(4, 'return 1;')}\nreturn n;\n}`,
  },
];

const types: Planted[] = [
  {
    rule: '@typescript-eslint/no-floating-promises',
    file: `${svc}/application/e1.ts`,
    text: 'async function save() {}\nexport function run() {\n  save();\n}',
  },
  {
    rule: '@typescript-eslint/switch-exhaustiveness-check',
    file: `${svc}/application/e2.ts`,
    text: "export function f(s: 'waiting' | 'running') {\n  switch (s) {\n    case 'waiting':\n      return 1;\n  }\n}",
  },
  {
    rule: '@typescript-eslint/consistent-type-imports',
    file: `${svc}/application/e3.ts`,
    text: "import { Kind } from './kind';\nexport const k = (kind: Kind) => String(kind);",
  },
  {
    rule: '@typescript-eslint/no-explicit-any',
    file: `${svc}/application/e4.ts`,
    text: 'export const f = (x: any) => String(x);',
  },
  { rule: 'no-restricted-exports', file: `${svc}/application/e5.ts`, text: 'export default 1;' },
  {
    rule: '@typescript-eslint/no-explicit-any',
    file: `${svc}/application/e6.ts`,
    text: '// eslint-disable-next-line\nexport const f = (x: any) => String(x);',
  },
];

const tests: Planted[] = [
  { rule: 'law/tests-run-whole', file: `${svc}/f1.spec.ts`, text: "it.only('keeps the order', () => {});" },
  { rule: 'law/tests-run-whole', file: `${svc}/f2.spec.ts`, text: "describe.skip('order', () => {});" },
  { rule: 'law/tests-run-whole', file: `${svc}/f3.spec.ts`, text: 'expect(1).toBeDefined();' },
];

export const planted: readonly Planted[] = [
  ...boundaries,
  ...purity,
  ...folds,
  ...environment,
  ...sizes,
  ...types,
  ...tests,
];

/** Code that keeps the laws, each beside the one it could be mistaken for. */
export const lawful: readonly Omit<Planted, 'rule'>[] = [
  { file: 'libs/chess/src/g1.ts', text: "export { parseFen } from 'chessops/fen';" },
  { file: 'libs/bus/src/g2.ts', text: "import 'kafkajs';" },
  { file: `${svc}/adapters/grpc/g3.ts`, text: "import '@grpc/grpc-js';\nimport '@nestjs/common';" },
  { file: `${svc}/adapters/postgres/g4.ts`, text: "import 'pg';\nimport '@mikro-orm/core';" },
  { file: `${svc}/queue-scheduling.module.ts`, text: "import '@nestjs/common';" },
  {
    file: 'services/standalone/src/g5.ts',
    text: "import '@atomicdb/positions';\nimport '@atomicdb/positions/rebuilds';",
  },
  {
    file: `${svc}/domain/g6.ts`,
    text: "import '@atomicdb/chess';\nimport './fair/g7';\nexport const at = (ms: number) => new Date(ms);",
  },
  {
    file: `${svc}/domain/fair/g7.ts`,
    text: "import '../g6';\nimport type { EventRecord } from '@atomicdb/events';\nexport type R = EventRecord;",
  },
  {
    file: `${svc}/projections/g13.ts`,
    text: "import type { Consumer } from '@atomicdb/bus';\nexport type C = Consumer;",
  },
  {
    file: `${svc}/projections/g14.ts`,
    text: "export const at = (ms: number) => new Date(ms);\nexport const sql = 'select known from random_rows';",
  },
  { file: 'libs/config/src/g8.ts', text: 'export const port = process.env.PORT;' },
  {
    file: 'services/queue-scheduling/test/g9.int.spec.ts',
    text: "import '@grpc/grpc-js';\nimport '../src/g10';",
  },
  { file: `${svc}/g10.ts`, text: line('export {};', 300) },
  { file: `${svc}/domain/openings.table.ts`, text: line('export {};', 400) },
  {
    file: `${svc}/application/g11.ts`,
    text: 'async function save() {}\nexport async function run() {\n  await save();\n}',
  },
  {
    file: `${svc}/application/g12.ts`,
    text: `export function f(list: number[]) {\n${line('  list.push(1);', 47)}}`,
  },
];
