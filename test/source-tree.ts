import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

export interface Package {
  readonly name: string;
  /** libs/chess, services/backing, … */
  readonly folder: string;
  readonly license: string;
  readonly exports: readonly string[];
  readonly dependencies: readonly string[];
  /** What each of its dependencies must find beside itself. */
  readonly peers: ReadonlyMap<string, readonly string[]>;
  /** Nx tags. */
  readonly tags: readonly string[];
  /** First folders under src. */
  readonly parts: readonly string[];
}

/** One import, require or dynamic import: the file that asks (from the root) and what it asks for. */
export interface Import {
  readonly file: string;
  readonly wanted: string;
  /** Nothing of it is left when the types are stripped. */
  readonly ofTypes: boolean;
}

/** A file of a package, named from the root. */
export interface Source {
  readonly file: string;
  readonly text: string;
}

export interface SourceTree {
  readonly packages: readonly Package[];
  readonly sources: readonly Source[];
  readonly imports: readonly Import[];
  /** What no law but that of the dependencies looks at. */
  readonly generated: readonly Source[];
}

interface Manifest {
  name: string;
  license?: string;
  exports?: Record<string, unknown>;
  dependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
  nx?: { tags?: string[] };
}

const skipped = new Set(['node_modules', 'dist']);

function filesBelow(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return skipped.has(entry.name) ? [] : filesBelow(root, path);
    return /\.([mc]?tsx?|css)$/.test(entry.name) ? [path] : [];
  });
}

function foldersOf(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
}

function partsOf(root: string, folder: string): string[] {
  return foldersOf(root, folder).includes('src') ? foldersOf(root, `${folder}/src`) : [];
}

const readManifest = (root: string, folder: string) =>
  JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest;

function peersOf(root: string, name: string): string[] {
  const { peerDependencies = {}, peerDependenciesMeta = {} } = readManifest(root, `node_modules/${name}`);
  return Object.keys(peerDependencies).filter((peer) => !peerDependenciesMeta[peer]?.optional);
}

function readPackage(root: string, folder: string): Package {
  const manifest = readManifest(root, folder);
  const dependencies = Object.keys(manifest.dependencies ?? {});
  return {
    name: manifest.name,
    folder,
    license: manifest.license ?? '',
    exports: Object.keys(manifest.exports ?? {}),
    dependencies,
    peers: new Map(dependencies.map((name) => [name, peersOf(root, name)])),
    tags: manifest.nx?.tags ?? [],
    parts: partsOf(root, folder),
  };
}

const namesTypes = (names: readonly { isTypeOnly: boolean }[]) =>
  names.length > 0 && names.every(({ isTypeOnly }) => isTypeOnly);

function exportsTypes({ isTypeOnly, exportClause }: ts.ExportDeclaration): boolean {
  if (isTypeOnly || !exportClause) return isTypeOnly;
  return ts.isNamedExports(exportClause) && namesTypes(exportClause.elements);
}

function importsTypes({ importClause }: ts.ImportDeclaration): boolean {
  if (!importClause) return false;
  const { phaseModifier, name, namedBindings } = importClause;
  if (phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  return !name && !!namedBindings && ts.isNamedImports(namedBindings) && namesTypes(namedBindings.elements);
}

/** Whether the statement around this place of a text imports or exports types only. */
function isOfTypes(text: string, at: number): boolean {
  const { statements } = ts.createSourceFile('asks.ts', text, ts.ScriptTarget.Latest);
  const around = statements.find(({ pos, end }) => pos <= at && at < end);
  if (!around) return false;
  if (ts.isImportDeclaration(around)) return importsTypes(around);
  return ts.isExportDeclaration(around) && exportsTypes(around);
}

/** Every module a source text asks for, types included; a style sheet asks for none. */
export function importsOf(file: string, text: string): Import[] {
  if (file.endsWith('.css')) return [];
  const { importedFiles } = ts.preProcessFile(text, true, true);
  return importedFiles.map(({ fileName, pos }) => ({
    file,
    wanted: fileName,
    // On demand: few laws ask, and to parse every file would take longer than all else here.
    get ofTypes() {
      return isOfTypes(text, pos);
    },
  }));
}

/** Reads the packages below libs/ and services/ with everything their sources and tests import. */
export function readTree(root: string): SourceTree {
  const folders = ['libs', 'services'].flatMap((kind) =>
    foldersOf(root, kind).map((name) => `${kind}/${name}`),
  );
  const files = folders.flatMap((folder) => filesBelow(root, folder));
  const texts = files.map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));
  const isGenerated = ({ file }: Source) => file.includes('/generated/');
  const sources = texts.filter((source) => !isGenerated(source));
  return {
    packages: folders.map((folder) => readPackage(root, folder)),
    sources,
    imports: sources.flatMap(({ file, text }) => importsOf(file, text)),
    generated: texts.filter(isGenerated),
  };
}
