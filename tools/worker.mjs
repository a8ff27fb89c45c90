import { runBuilt } from './run-built.mjs';

runBuilt('services/worker/dist/main.js', process.argv.slice(2));
