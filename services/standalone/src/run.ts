import { resolve } from 'node:path';
import { EmbeddedBus, KafkaBus, type Bus } from '@atomicdb/bus';
import { AccountsServiceService, LocalPeers } from '@atomicdb/rpc';
import { ServiceHost, type ServiceContext } from '@atomicdb/service-process';
import { createLogger, type Logger } from '@atomicdb/telemetry';
import { stopTelemetry } from '@atomicdb/telemetry/register';
import { startDatabase, type RunningDatabase } from './database';
import { faultSentence } from './fault-sentence';
import { ensureFirstAccounts } from './first-accounts';
import { startLocalWorker, type LocalWorker } from './local-worker';
import { readProcessConfig, type TopicShape } from './process-config';
import { standaloneModules } from './standalone.module';
import { doorAddress, type Options } from './options';

const exitDeadlineMs = 45_000;
const databaseWatchMs = 1_000;

function makeBus({ kafka, topics }: Start, logger: Logger): Bus {
  const onError = (error: unknown, where: string) => logger.warn({ err: error, where }, 'bus');
  if (kafka === null) return new EmbeddedBus(onError);
  const clientId = 'atomicdb-standalone';
  return new KafkaBus({ brokers: kafka, clientId, ...topics, onError });
}

/** What was asked for on the command line and by the environment. */
interface Start extends Options {
  readonly topics: TopicShape;
}

interface Running {
  readonly host: ServiceHost;
  readonly database: RunningDatabase;
  readonly worker: LocalWorker | null;
  /** host:port for workers. */
  readonly workerDoor: string;
  /** host:port of the website. */
  readonly siteDoor: string;
}

async function startHost(options: Start, database: RunningDatabase, logger: Logger) {
  const context: ServiceContext = {
    logger,
    bus: makeBus(options, logger),
    peers: new LocalPeers(),
    databaseUrl: (schema) => database.roleUrl(schema),
  };
  let workerPort = options.grpcPort;
  const modules = standaloneModules(context, options, (port) => (workerPort = port));
  const host = await ServiceHost.start({
    context,
    modules,
    http: { host: options.host, port: options.port },
    onDeath: (faults) => fail(new Error(`${faults.join(', ')}: start again, nothing is lost.`)),
  });
  return { host, context, workerPort };
}

async function startAll(options: Start, logger: Logger): Promise<Running> {
  const database = await startDatabase(options);
  if (database.place !== null && !database.place.startsWith(options.data)) {
    say(
      `PostgreSQL's files lie in ${database.place}, as the user it runs as could not enter ${options.data}.`,
    );
  }
  let host: ServiceHost | undefined;
  try {
    const hosted = await startHost(options, database, logger);
    const { context, workerPort } = hosted;
    host = hosted.host;
    const accounts = context.peers.client('accounts', AccountsServiceService);
    const first = await ensureFirstAccounts(accounts, options.data);
    if (first.created) say(`The passwords of operator and local worker are in ${options.data} (mode 0600).`);
    const workerDoor = doorAddress(options.host, workerPort);
    const worker = options.worker ? startLocalWorker(workerDoor, first.worker, logger) : null;
    return { host, database, worker, workerDoor, siteDoor: doorAddress(options.host, host.port) };
  } catch (error) {
    await host?.stop();
    await database.stop();
    throw error;
  }
}

async function stopAll({ worker, host, database }: Running): Promise<void> {
  await worker?.stop();
  await host.stop();
  await database.stop();
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function fail(error: unknown): never {
  process.stderr.write(`${faultSentence(error)}\n`);
  process.exit(1);
}

function stopOnSignal(running: Running): void {
  let stopping = false;
  const stop = () => {
    if (stopping) process.exit(1);
    stopping = true;
    running.database.expectEnd();
    setTimeout(() => process.exit(1), exitDeadlineMs).unref();
    stopAll(running)
      .then(stopTelemetry)
      .then(() => process.exit(0), fail);
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}

/** The embedded PostgreSQL is this process's own: when somebody killed it, the next start recovers it. */
function exitWithoutDatabase({ isRunning, place }: RunningDatabase): void {
  const watch = setInterval(() => {
    if (isRunning()) return;
    clearInterval(watch);
    fail(
      new Error(
        `PostgreSQL has ended (its log is in ${place ?? 'its folder'}): start again, nothing is lost.`,
      ),
    );
  }, databaseWatchMs);
  watch.unref();
}

/** The whole product in one process, until ctrl-C. */
export async function run(parsed: Options): Promise<void> {
  try {
    const topics = readProcessConfig();
    const options = { ...parsed, topics, data: resolve(parsed.data) };
    const running = await startAll(options, createLogger('standalone', 'warn'));
    stopOnSignal(running);
    exitWithoutDatabase(running.database);
    // Last: whoever reads it may end the product at once.
    say(`workers connect to ${running.workerDoor}`);
    say(`ready http://${running.siteDoor}/atomicdb/`);
  } catch (error) {
    fail(error);
  }
}
