import { runCluster } from './run-cluster.mjs';

await runCluster(process.argv.slice(2));
