import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './free-port';
import type { Layout } from './layout';
import { endOrphans, removeStalePidFile } from './postmaster';
import { host, launch, serverArguments } from './server';
import type { Launch } from './server';
import type { Found, Start } from './start';

type Fault = Exclude<Launch, { outcome: 'ready' }>;

/** Where orphans of a killed server cannot be ended, their longest statement has to be waited for. */
const retryMs = 90_000;
const pauseMs = 250;

/** Starts the server on its port, over what a killed one may have left. */
export async function launchWithRetries(start: Start): Promise<Found> {
  const deadline = performance.now() + retryMs;
  let port = start.port || (await recordedPort(start.layout)) || (await freePort());
  for (;;) {
    await removeStalePidFile(start.layout.cluster);
    const argv = serverArguments(start.layout.cluster, port, start.server);
    const launched = await launch(start.layout, start.binaries, argv, start.user);
    if (launched.outcome === 'ready') return { pid: launched.pid, port, adopted: false };
    if (launched.outcome === 'failed' || performance.now() > deadline) throw failure(launched);
    port = await nextPort(start, launched, port);
  }
}

/** Puts away what stood in the way, where that can be done, and says which port to try next. */
async function nextPort(start: Start, fault: Fault, port: number): Promise<number> {
  if (fault.outcome === 'port-taken') {
    if (start.port !== 0) throw portTaken(port);
    return freePort();
  }
  if (fault.outcome === 'orphans') await endOrphans(start.layout.cluster);
  await sleep(pauseMs);
  return port;
}

async function recordedPort(layout: Layout): Promise<number> {
  return Number(await readFile(layout.port, 'utf8').catch(() => '0')) || 0;
}

function portTaken(port: number): Error {
  return new Error(
    `Port ${port} on ${host} is taken by another program: choose another for PostgreSQL, or 0.`,
  );
}

const failure = ({ log }: Fault): Error => new Error(`PostgreSQL did not start:\n${log.slice(-2_000)}`);
