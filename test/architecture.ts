import { builtinModules } from 'node:module';
import { posix } from 'node:path';
import type { Import, Package, SourceTree } from './source-tree';

/** Gives one sentence for each place that breaks the law. */
export type Law = (tree: SourceTree) => string[];

const scope = '@atomicdb/';
/** Tracing has a second door: it must be loaded before anything that it traces. */
const tracing = `${scope}telemetry/register`;
/** So has a service, for commands: its tables and its store without the module and all that it loads. */
const ofStores = ['rebuilds', 'store-parts'];
const composer = 'services/standalone';
const isTest = (file: string) => /\.spec\.tsx?$|^[^/]+\/[^/]+\/test\//.test(file);
const folderOf = (file: string) => file.split('/', 2).join('/');
const resolved = ({ file, wanted }: Import) => posix.join(posix.dirname(file), wanted);
const isRelative = ({ wanted }: Import) => wanted.startsWith('.');
const says = ({ file, wanted }: Import, law: string) => `${file} imports ${wanted}: ${law}`;

/** `@scope/name/path` → `@scope/name`, `name/path` → `name`. */
const packageOf = (wanted: string) => wanted.split('/', wanted.startsWith('@') ? 2 : 1).join('/');

function findings(tree: SourceTree, law: string, breaks: (one: Import) => boolean): string[] {
  return tree.imports.filter(breaks).map((one) => says(one, law));
}

const find = (tree: SourceTree, name: string): Package | undefined =>
  tree.packages.find((one) => one.name === name);

/** Names under which a service may hand out its store. */
const storeDoors = ({ name, folder }: Package): string[] =>
  folder.startsWith('services/') ? ofStores.map((door) => `${name}/${door}`) : [];

export const relativeImportsStayInside: Law = (tree) =>
  findings(
    tree,
    'a path leads out of its package',
    (one) => isRelative(one) && folderOf(resolved(one)) !== folderOf(one.file),
  );

export const noDeepImports: Law = (tree) =>
  findings(tree, 'only the package by its name', ({ wanted }) => {
    const own = find(tree, packageOf(wanted));
    const doors = [packageOf(wanted), tracing, ...(own ? storeDoors(own) : [])];
    return wanted.startsWith(scope) && !doors.includes(wanted);
  });

export const servicesStayApart: Law = (tree) =>
  findings(tree, 'only standalone composes services', ({ file, wanted }) => {
    const target = find(tree, packageOf(wanted));
    const own = folderOf(file);
    return (
      target !== undefined &&
      target.folder.startsWith('services/') &&
      ![composer, target.folder].includes(own)
    );
  });

export const domainStaysInside: Law = (tree) =>
  findings(tree, 'domain/ imports domain/ only', (one) => {
    const own = /^services\/[^/]+\/src\/domain\//.exec(one.file);
    if (!own || isTest(one.file)) return false;
    if (isRelative(one)) return !`${resolved(one)}/`.startsWith(own[0]);
    if (one.wanted === `${scope}events`) return !one.ofTypes;
    return ![`${scope}chess`, `${scope}decider`].includes(one.wanted);
  });

/** Where each outside package may be asked for, whatever the form of the import. */
const homes: readonly { wanted: RegExp; home: RegExp }[] = [
  { wanted: /^chessops(\/|$)/, home: /^libs\/chess\// },
  { wanted: /^kafkajs(\/|$)/, home: /^(libs\/bus|services\/[^/]+\/test)\// },
  { wanted: /^(@grpc\/|grpc-)/, home: /^libs\/rpc\/|^services\/[^/]+\/(src\/adapters\/grpc|test)\// },
  {
    wanted: /^(pg|@mikro-orm)([/-]|$)/,
    home: /^libs\/(event-store|embedded-postgres|testing)\/|^services\/[^/]+\/src\/adapters\/postgres\//,
  },
];

export const outsidePackagesStayHome: Law = (tree) =>
  homes.flatMap(({ wanted, home }) =>
    findings(tree, `only in ${home.source}`, (one) => wanted.test(one.wanted) && !home.test(one.file)),
  );

const isBuiltin = (wanted: string) =>
  wanted.startsWith('node:') || builtinModules.includes(packageOf(wanted));
const isSource = (file: string) => /\/src\//.test(file) && !isTest(file);

/** In quotes, as an import, a style sheet or the look-up of a folder names it. */
const names = (text: string, name: string) =>
  [`'${name}'`, `'${name}/`, `"${name}"`, `"${name}/`].some((form) => text.includes(form));

export const dependenciesAreUsed: Law = (tree) =>
  tree.packages.flatMap(({ folder, dependencies, peers }) => {
    const own = [...tree.sources, ...tree.generated].filter(
      ({ file }) => isSource(file) && folderOf(file) === folder,
    );
    const asked = dependencies.filter((name) => own.some(({ text }) => names(text, name)));
    const wanted = new Set([...asked, ...asked.flatMap((name) => peers.get(name) ?? [])]);
    return dependencies
      .filter((name) => !wanted.has(name))
      .map((name) => `${folder}/package.json: nothing below src asks for ${name}`);
  });

export const dependenciesAreDeclared: Law = (tree) =>
  findings(tree, 'not among the dependencies of its package.json', (one) => {
    if (!isSource(one.file) || isRelative(one) || isBuiltin(one.wanted)) return false;
    const own = tree.packages.find(({ folder }) => folder === folderOf(one.file));
    return !own?.dependencies.includes(packageOf(one.wanted));
  });

function circleFrom(tree: SourceTree, name: string, path: readonly string[]): string[] {
  if (path.includes(name)) return [[...path.slice(path.indexOf(name)), name].join(' → ')];
  const next = find(tree, name)?.dependencies.filter((one) => one.startsWith(scope)) ?? [];
  return next.flatMap((one) => circleFrom(tree, one, [...path, name]));
}

export const noCircles: Law = (tree) => [
  ...new Set(tree.packages.flatMap(({ name }) => circleFrom(tree, name, []))),
];

/** What a package of each kind may depend on; the kind is its Nx tag. */
const kinds = new Map([
  ['kind:pure', ['kind:pure']],
  ['kind:contract', ['kind:pure', 'kind:contract']],
  ['kind:part', ['kind:pure', 'kind:contract', 'kind:part']],
  ['kind:testing', ['kind:pure', 'kind:contract', 'kind:part']],
  ['kind:site', ['kind:pure', 'kind:contract']],
  ['kind:service', ['kind:pure', 'kind:contract', 'kind:part', 'kind:site']],
  ['kind:composition', ['kind:pure', 'kind:contract', 'kind:part', 'kind:site', 'kind:service']],
]);

export const tagsDecideWhoDependsOnWhom: Law = (tree) =>
  tree.packages.flatMap(({ folder, tags, dependencies }) => {
    const [tag = 'none', ...others] = tags;
    const allowed = kinds.get(tag);
    if (!allowed || others.length > 0) return [`${folder}/package.json: nx.tags holds one known kind`];
    return dependencies
      .flatMap((name) => find(tree, name) ?? [])
      .filter((target) => !target.tags.some((one) => allowed.includes(one)))
      .map((target) => `${folder} (${tag}) depends on ${target.folder} (${target.tags.join()})`);
  });

export const gatewaysHaveNoDomain: Law = (tree) =>
  tree.packages
    .filter(({ folder, parts }) => folder.endsWith('-gateway') && parts.includes('domain'))
    .map(({ folder }) => `${folder}/src/domain: a gateway decides nothing`);

const mayOpen = (own: Package, door: string) =>
  ['.', './package.json'].includes(door) ||
  [tracing, ...storeDoors(own)].includes(door.replace('.', own.name));

export const packagesCloseTheirDoors: Law = (tree) =>
  tree.packages
    .filter((own) => own.exports.length === 0 || own.exports.some((door) => !mayOpen(own, door)))
    .map(({ folder }) => `${folder}/package.json: exports has "." only`);

/** Parts a machine may lack. `npm test -- --no-kafka` tells the specs that need one by their file name. */
const parts = [
  { word: 'kafka', sign: /\b(startKafka|sharedKafka)\b/ },
  { word: 'browser', sign: /\bplaywright\b/ },
];

export const specsNameTheirParts: Law = (tree) =>
  parts.flatMap(({ word, sign }) =>
    tree.sources
      .filter(({ file, text }) => /\.(int|e2e)\.spec\.ts$/.test(file) && sign.test(text))
      .filter(({ file }) => !new RegExp(`\\b${word}\\b`).test(posix.basename(file)))
      .map(({ file }) => `${file}: its name says ${word}, as in x.${word}.int.spec.ts`),
  );

/** Code is measured by the linter, which reads no style sheets. */
const longestSheet = 300;
const lengthOf = (text: string) => text.replace(/\n$/, '').split('\n').length;

export const sheetsStayShort: Law = (tree) =>
  tree.sources
    .filter(({ file, text }) => file.endsWith('.css') && lengthOf(text) > longestSheet)
    .map(({ file }) => `${file}: a style sheet has at most ${longestSheet} lines`);

export const licensed: Law = (tree) =>
  tree.packages
    .filter(({ license }) => license !== 'GPL-3.0-or-later')
    .map(({ folder }) => `${folder}/package.json: license is GPL-3.0-or-later`);
