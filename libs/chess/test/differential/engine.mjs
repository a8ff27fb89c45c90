import { createRequire } from 'node:module';

/** ffish fetches its own code over HTTP when there is a global fetch, and finds no file that way. */
export async function loadEngine() {
  const { fetch } = globalThis;
  delete globalThis.fetch;
  const engine = createRequire(import.meta.url)('ffish');
  await new Promise((resolve) => (engine.onRuntimeInitialized = resolve));
  globalThis.fetch = fetch;
  return engine;
}
