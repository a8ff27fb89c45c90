import {
  Inject,
  Injectable,
  Module,
  type DynamicModule,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
  type OnModuleInit,
} from '@nestjs/common';
import { AccountsServiceService, AnalysesServiceService, QueueServiceService } from '@atomicdb/rpc';
import type { ServiceContext } from '@atomicdb/service-process';
import { makeLeaseNotices } from './adapters/bus/lease-notices';
import { WorkerDoor } from './adapters/grpc/worker-door';
import { Beats } from './application/beats';
import { HeldLeases } from './application/held-leases';
import { LeaseDesk } from './application/lease-desk';
import { Results } from './application/results';
import type { WorkerGatewayConfig } from './config';

const CONTEXT = Symbol('WORKER_GATEWAY_CONTEXT');
const CONFIG = Symbol('WORKER_GATEWAY_CONFIG');

/** Notices may be missed (a tail starts with the process), so the queue is asked anyway. */
const pollMs = 1_500;
const maxStreamAgeMs = 4 * 3_600_000;
const drainMs = 2_000;

@Injectable()
class WorkerGatewayLifecycle implements OnModuleInit, OnApplicationBootstrap, OnModuleDestroy {
  private readonly desk: LeaseDesk;
  private readonly held = new HeldLeases();
  private readonly door: WorkerDoor;
  private poll: NodeJS.Timeout | undefined;

  constructor(
    @Inject(CONTEXT) private readonly context: ServiceContext,
    @Inject(CONFIG) private readonly config: WorkerGatewayConfig,
  ) {
    const { peers, logger } = context;
    const queue = peers.client('queue', QueueServiceService);
    const analyses = peers.client('analyses', AnalysesServiceService);
    const accounts = peers.client('accounts', AccountsServiceService);
    this.desk = new LeaseDesk(queue, logger);
    const beats = new Beats(queue, logger);
    const results = new Results({ accounts, queue, analyses }, logger);
    const floor = { desk: this.desk, held: this.held, beats, results, logger };
    const { grpcHost: host, grpcPort: port } = config;
    this.door = new WorkerDoor(accounts, floor, { host, port, maxStreamAgeMs, drainMs });
  }

  onModuleInit(): void {
    this.context.bus.tail(makeLeaseNotices(this.desk, this.held));
    this.poll = setInterval(() => this.desk.wake(), pollMs);
  }

  async onApplicationBootstrap(): Promise<void> {
    const port = await this.door.listen();
    this.context.logger.info({ host: this.config.grpcHost, port }, 'workers are served');
    this.config.onListening?.(port);
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.poll);
    await this.door.close();
  }
}

/** The gRPC door of the workers. It keeps nothing: leases live in the queue, results with the analyses. */
@Module({})
export class WorkerGatewayModule {
  static register(context: ServiceContext, config: WorkerGatewayConfig): DynamicModule {
    return {
      module: WorkerGatewayModule,
      providers: [
        { provide: CONTEXT, useValue: context },
        { provide: CONFIG, useValue: config },
        WorkerGatewayLifecycle,
      ],
    };
  }
}
