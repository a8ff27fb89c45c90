import { clusterHelp, parseOptions } from '@atomicdb/standalone';

const wrongUse = 2;

function readOptions() {
  try {
    return parseOptions(process.argv.slice(2), 'full');
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(wrongUse);
  }
}

const options = readOptions();
if (options === null) process.stdout.write(clusterHelp);
else {
  // What a wrong command has no use for is loaded here.
  const { runCluster } = await import('./run-cluster.mjs');
  await runCluster(options);
}
