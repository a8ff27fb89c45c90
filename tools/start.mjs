import { runBuilt } from './run-built.mjs';

runBuilt('services/standalone/dist/main.js', process.argv.slice(2));
