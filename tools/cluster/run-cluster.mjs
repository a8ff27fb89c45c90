import { renameSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePorts } from '@atomicdb/embedded-postgres';
import { AccountsServiceService, RemotePeers } from '@atomicdb/rpc';
import { doorAddress, ensureFirstAccounts, faultSentence, startDatabase } from '@atomicdb/standalone';
import { startKafka } from '@atomicdb/testing';
import { root } from '../prepare.mjs';
import { gateways, processPlan, writers } from './services.mjs';
import { Supervisor } from './supervisor.mjs';

const readyMs = 120_000;
const serverWatchMs = 1_000;

async function untilReady({ service: name, healthAddress }) {
  const deadline = Date.now() + readyMs;
  while (Date.now() < deadline) {
    const answer = await fetch(`http://${healthAddress}/health/ready`).catch(() => null);
    if (answer?.ok) return;
    await sleep(200);
  }
  throw new Error(`${name} was not ready within ${readyMs / 1000} s: see its log in the data folder.`);
}

async function firstAccounts(address, data) {
  const peers = new RemotePeers('127.0.0.1:0', { accounts: address });
  const accounts = peers.client('accounts', AccountsServiceService);
  const made = await ensureFirstAccounts(accounts, data);
  peers.close();
  return made;
}

/** Throws as a server does where the port is taken: whoever has it would answer for the service that gets none. */
function probe(port, host) {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(port, host, () => server.close(resolve));
  });
}

/** Free ports stand in for 0, so that the page and the printed line can name them. */
async function withPorts(options) {
  const [port, grpcPort] = await freePorts(2);
  const named = { ...options, port: options.port || port, grpcPort: options.grpcPort || grpcPort };
  for (const one of [named.port, named.grpcPort]) await probe(one, options.host);
  return named;
}

function startWorker(supervisor, options, { worker }) {
  supervisor.start({
    name: 'worker',
    script: 'services/worker/dist/main.js',
    args: [
      ...[
        '--server',
        doorAddress(options.host, options.grpcPort),
        '--username',
        worker.name,
        '--machine',
        'local',
      ],
      ...['--password-file', join(options.data, `${worker.name}-password`)],
    ],
    env: { OTEL_SERVICE_NAME: 'worker' },
  });
}

async function startServices(options, database, brokers) {
  const ports = await freePorts(writers.length * 2 + 1);
  const plan = processPlan({
    brokers,
    roleUrl: database.roleUrl,
    internal: ports.slice(0, writers.length),
    health: ports.slice(writers.length),
    options,
  });
  const state = join(options.data, 'cluster.json');
  const supervisor = new Supervisor(root, join(options.data, 'logs'), () => {
    // In one piece: commands read it at any time.
    writeFileSync(`${state}.part`, JSON.stringify({ pids: supervisor.pids(), brokers }, null, 2));
    renameSync(`${state}.part`, state);
  });
  for (const { service, env } of plan) {
    supervisor.start({ name: service, script: `services/${service}/dist/main.js`, env });
  }
  return {
    supervisor,
    addresses: { accounts: `127.0.0.1:${ports[0]}` },
    untilAllReady: () => supervisor.untilUp(Promise.all(plan.map((each) => untilReady(each)))),
  };
}

/** Started parts, undone in the reverse order. */
class Started {
  undo = [];
  /** What this command started and does not start again: its name, its folder, and whether it runs. */
  servers = [];

  async stop() {
    for (const undo of this.undo.splice(0).reverse()) await undo();
  }
}

/** A broker of its own, or those named by --kafka. */
async function startBrokers({ kafka, data }, started) {
  if (kafka) return kafka;
  const place = join(data, 'kafka');
  const broker = await startKafka({ dir: place });
  started.undo.push(() => broker.stop());
  started.servers.push({ name: 'Kafka', place, isRunning: async () => (await broker.pids()).length > 0 });
  return broker.brokers;
}

async function startAll(options, started) {
  const database = await startDatabase(options);
  started.undo.push(() => database.stop());
  started.servers.push({ name: 'PostgreSQL', ...database });
  const brokers = await startBrokers(options, started);
  const { supervisor, addresses, untilAllReady } = await startServices(options, database, brokers);
  started.undo.push(async () => {
    for (const names of [['worker'], gateways, writers.map(({ service }) => service)])
      await supervisor.stop(names);
  });
  await untilAllReady();
  const accounts = await firstAccounts(addresses.accounts, options.data);
  if (accounts.created)
    console.log(`The passwords of operator and local worker are in ${options.data} (mode 0600).`);
  if (options.worker) startWorker(supervisor, options, accounts);
}

/** A server that somebody killed is started, and recovers, with the next start. */
async function untilServerEnds(servers) {
  for (;;) {
    await sleep(serverWatchMs);
    for (const { name, place, isRunning } of servers) {
      if (!(await isRunning()))
        return new Error(`${name} has ended (its log is in ${place}): start again, nothing is lost.`);
    }
  }
}

/** The production shape on one machine: every service a process, Kafka, PostgreSQL. */
export async function runCluster(parsed) {
  const started = new Started();
  let ending = false;
  const stop = async (code) => {
    if (ending) process.exit(1);
    ending = true;
    await started.stop();
    process.exit(code);
  };
  process.on('SIGINT', () => stop(0));
  process.on('SIGTERM', () => stop(0));
  try {
    const options = await withPorts({ ...parsed, data: resolve(parsed.data) });
    await startAll(options, started);
    console.log(`workers connect to ${doorAddress(options.host, options.grpcPort)}`);
    console.log(`ready http://${doorAddress(options.host, options.port)}/atomicdb/`);
    const fault = await untilServerEnds(started.servers);
    if (!ending) throw fault;
  } catch (error) {
    console.error(faultSentence(error));
    await stop(1);
  }
}
