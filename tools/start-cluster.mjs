import { prepare } from './prepare.mjs';

prepare();
// Only now can the workspace's packages be loaded.
const { runCluster } = await import('./cluster/run-cluster.mjs');
await runCluster(process.argv.slice(2));
