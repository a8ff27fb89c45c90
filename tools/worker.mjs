import { runBuilt } from './run-built.mjs';

await runBuilt('services/worker/dist/main.js');
