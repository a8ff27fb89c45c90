import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** How an engine is started. */
export interface EngineCommand {
  readonly file: string;
  readonly args: readonly string[];
  /** Where the engine comes from, for the record of a pass; empty where it is not known. */
  readonly build: string;
}

const bundled = 'fairy-stockfish-nnue.wasm';

function bundledBuild(): string {
  const text = readFileSync(require.resolve(`${bundled}/package.json`), 'utf8');
  const { version } = JSON.parse(text) as { version: string };
  return `${bundled} ${version}`;
}

/** The native engine at a path, or the bundled one on the Node that runs this process. */
export function engineCommand(path?: string): EngineCommand {
  if (path) return { file: path, args: [], build: '' };
  const preload = join(__dirname, 'wasm-preload.cjs');
  return {
    file: process.execPath,
    args: ['-r', preload, require.resolve(`${bundled}/uci.js`)],
    build: bundledBuild(),
  };
}
