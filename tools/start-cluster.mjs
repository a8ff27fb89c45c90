import { prepare } from './prepare.mjs';

prepare();
// Only now can the workspace's packages be loaded.
await import('./cluster/main.mjs');
