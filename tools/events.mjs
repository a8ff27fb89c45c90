import { runBuilt } from './run-built.mjs';

await runBuilt('services/standalone/dist/commands/events.js');
