import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePorts } from '@atomicdb/embedded-postgres';
import { AccountsServiceService, RemotePeers } from '@atomicdb/rpc';
import { ensureFirstAccounts, help, parseOptions, startDatabase } from '@atomicdb/standalone';
import { startKafka } from '@atomicdb/testing';
import { root } from '../prepare.mjs';
import { gateways, processPlan, writers } from './services.mjs';
import { Supervisor } from './supervisor.mjs';

const readyMs = 120_000;

async function untilReady(port, name) {
  const deadline = Date.now() + readyMs;
  while (Date.now() < deadline) {
    const answer = await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => null);
    if (answer?.ok) return;
    await sleep(200);
  }
  throw new Error(`${name} was not ready within ${readyMs / 1000} s: see its log in the data folder.`);
}

async function firstAccounts(address, data) {
  const peers = new RemotePeers('127.0.0.1:0', { accounts: address });
  const accounts = peers.client('accounts', AccountsServiceService);
  const made = await ensureFirstAccounts(accounts, data);
  await peers.stop();
  return made;
}

/** Free ports stand in for 0, so that the page and the printed line can name them. */
async function withPorts(options) {
  const [port, grpcPort] = await freePorts(2);
  return { ...options, port: options.port || port, grpcPort: options.grpcPort || grpcPort };
}

function startWorker(supervisor, options, { worker }) {
  supervisor.start({
    name: 'worker',
    script: 'services/worker/dist/main.js',
    args: [
      ...['--server', `127.0.0.1:${options.grpcPort}`, '--username', worker.name, '--machine', 'local'],
      ...['--password-file', join(options.data, `${worker.name}-password`)],
    ],
    env: { OTEL_SERVICE_NAME: 'worker' },
  });
}

async function startServices(options, database, kafka) {
  const ports = await freePorts(writers.length * 2 + 1);
  const plan = processPlan({
    brokers: kafka.brokers,
    roleUrl: database.roleUrl,
    internal: ports.slice(0, writers.length),
    health: ports.slice(writers.length),
    options,
  });
  const state = join(options.data, 'cluster.json');
  const supervisor = new Supervisor(root, join(options.data, 'logs'), () =>
    writeFileSync(state, JSON.stringify({ pids: supervisor.pids(), brokers: kafka.brokers }, null, 2)),
  );
  for (const { service, env } of plan) {
    supervisor.start({ name: service, script: `services/${service}/dist/main.js`, env });
  }
  await Promise.all(plan.map(({ service, healthPort }) => untilReady(healthPort, service)));
  return { supervisor, accountsAddress: `127.0.0.1:${ports[0]}` };
}

/** The production shape on one machine: every service a process, Kafka, PostgreSQL. */
export async function runCluster(args) {
  const parsed = parseOptions(args);
  if (!parsed) return void process.stdout.write(help);
  const options = await withPorts({ ...parsed, data: resolve(parsed.data) });
  const database = await startDatabase(options);
  const kafka = await startKafka({ dir: join(options.data, 'kafka') });
  const { supervisor, accountsAddress } = await startServices(options, database, kafka);
  const accounts = await firstAccounts(accountsAddress, options.data);
  if (accounts.created)
    console.log(`The passwords of operator and local worker are in ${options.data} (mode 0600).`);
  if (options.worker) startWorker(supervisor, options, accounts);
  console.log(`workers connect to 127.0.0.1:${options.grpcPort}`);
  console.log(`ready http://127.0.0.1:${options.port}/atomicdb/`);
  let ending = false;
  const stop = async () => {
    if (ending) process.exit(1);
    ending = true;
    for (const names of [['worker'], gateways, writers.map(({ service }) => service)])
      await supervisor.stop(names);
    await kafka.stop();
    await database.stop();
    process.exit(0);
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}
