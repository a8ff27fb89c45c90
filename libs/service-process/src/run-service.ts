import { KafkaBus } from '@atomicdb/bus';
import { readConfig, type z } from '@atomicdb/config';
import { RemotePeers } from '@atomicdb/rpc';
import { createLogger, type Logger } from '@atomicdb/telemetry';
import { stopTelemetry } from '@atomicdb/telemetry/register';
import type { DynamicModule } from '@nestjs/common';
import type { ServiceContext } from './context';
import { peerAddresses, schemaWith, type Need, type ProcessConfig } from './service-config';
import { ServiceHost } from './service-host';

const exitDeadlineMs = 45_000;

/** A service as a process of its own. */
export interface ServiceDefinition<Extra extends z.ZodRawShape> {
  readonly name: string;
  /** What it cannot do without. */
  readonly needs: readonly Need[];
  /** Environment beside the one every service reads. */
  readonly environment: z.ZodObject<Extra>;
  module(context: ServiceContext, config: z.output<z.ZodObject<Extra>>): DynamicModule;
}

function makeContext(name: string, config: ProcessConfig, logger: Logger): ServiceContext {
  return {
    logger,
    databaseUrl: () => {
      if (!config.DATABASE_URL) throw new Error(`DATABASE_URL: the URL of the role of ${name} is missing`);
      return config.DATABASE_URL;
    },
    bus: new KafkaBus({
      brokers: config.KAFKA_BROKERS,
      clientId: `atomicdb-${name}`,
      partitions: config.KAFKA_PARTITIONS,
      replicationFactor: config.KAFKA_REPLICATION,
      onError: (error, where) => logger.warn({ err: error, where }, 'bus'),
    }),
    peers: new RemotePeers(config.GRPC_LISTEN, peerAddresses(config), (error) =>
      logger.error({ err: error }, 'internal call failed'),
    ),
  };
}

/** Starts the service over Kafka and gRPC, and stops it in order at SIGTERM or SIGINT; exits 1 when it cannot start. */
export async function runService<Extra extends z.ZodRawShape>(
  definition: ServiceDefinition<Extra>,
): Promise<void> {
  try {
    const config = readConfig(schemaWith(definition.needs).and(definition.environment));
    const logger = createLogger(definition.name, config.LOG_LEVEL);
    const context = makeContext(definition.name, config, logger);
    const host = await ServiceHost.start({
      context,
      modules: [definition.module(context, config)],
      http: { host: config.HTTP_HOST, port: config.HTTP_PORT },
      onDeath: (faults) => {
        // Nothing is drained: what hangs would hold it up, and whatever is under way is made for a kill.
        logger.fatal({ faults }, 'ends, to be started again');
        process.exit(1);
      },
    });
    stopOnSignal(host, logger);
    logger.info({ port: host.port }, 'ready');
  } catch (error) {
    process.stderr.write(
      `${definition.name} cannot start: ${error instanceof Error ? error.message : String(error)}\n`,
    );
    process.exit(1);
  }
}

function stopOnSignal(host: ServiceHost, logger: Logger): void {
  let isStopping = false;
  const stop = (signal: string) => {
    if (isStopping) return;
    isStopping = true;
    logger.info({ signal }, 'draining');
    setTimeout(() => process.exit(1), exitDeadlineMs).unref();
    host
      .stop()
      .then(stopTelemetry)
      .then(
        () => process.exit(0),
        (error: unknown) => {
          logger.error({ err: error }, 'the drain failed');
          process.exit(1);
        },
      );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  // Only where a parent holds a channel to this process: it must not live on without it.
  process.once('disconnect', () => stop('disconnect'));
}
