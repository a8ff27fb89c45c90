import {
  Inject,
  Injectable,
  Module,
  type DynamicModule,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
  type OnModuleDestroy,
  type OnModuleInit,
} from '@nestjs/common';
import { Database, EventStore } from '@atomicdb/event-store';
import { QueueServiceService } from '@atomicdb/rpc';
import type { ServiceContext } from '@atomicdb/service-process';
import { migrations } from './adapters/postgres/migrations';
import { updateState } from './adapters/postgres/update-state';
import { makeAcceptDelivery } from './application/accept-delivery';
import { makeAsk } from './application/ask';
import { makeBeat } from './application/beat';
import { makeCloseOnAnalysis } from './application/close-on-analysis';
import { makeCloseOnProof } from './application/close-on-proof';
import { makeGetLease } from './application/get-lease';
import { makeGetOrder } from './application/get-order';
import { makeLease } from './application/lease';
import { makeListOwn } from './application/list-own';
import { makeOfPosition } from './application/of-position';
import { lockOf } from './application/parts';
import { makeReap } from './application/reap';
import { Reaper } from './application/reaper';
import { makeRelease } from './application/release';
import { exactOrder, SharedOrder } from './application/shared-order';
import { makeWithdraw } from './application/withdraw';
import { defaultConfig, type QueueConfig } from './config';

const CONTEXT = Symbol('QUEUE_CONTEXT');
const CONFIG = Symbol('QUEUE_CONFIG');
const DATABASE = Symbol('QUEUE_DATABASE');

@Injectable()
class QueueLifecycle implements OnModuleInit, OnApplicationBootstrap, OnModuleDestroy, OnApplicationShutdown {
  private reaper: Reaper | null = null;

  constructor(
    @Inject(CONTEXT) private readonly context: ServiceContext,
    @Inject(CONFIG) private readonly config: QueueConfig,
    @Inject(DATABASE) private readonly database: Database,
  ) {}

  async onModuleInit(): Promise<void> {
    const { bus, peers, logger } = this.context;
    await this.database.migrate();
    const store = new EventStore(this.database, 'queue', { updateState, lockOf });
    const { database, config } = this;
    const parts = { database, store, config, order: new SharedOrder(() => exactOrder(database)) };
    bus.publish(store);
    bus.consume(makeCloseOnAnalysis(parts));
    bus.consume(makeCloseOnProof(parts));
    peers.serve('queue', QueueServiceService, {
      ask: makeAsk(parts),
      withdraw: makeWithdraw(parts),
      listOwn: makeListOwn(parts),
      ofPosition: makeOfPosition(parts),
      getOrder: makeGetOrder(parts),
      lease: makeLease(parts),
      beat: makeBeat(parts),
      release: makeRelease(parts),
      acceptDelivery: makeAcceptDelivery(parts),
      getLease: makeGetLease(parts),
    });
    this.reaper = new Reaper(makeReap(parts), () => this.database.ping(), this.config.leaseTtlMs, logger);
    bus.watch(this.reaper);
  }

  onApplicationBootstrap(): void {
    this.reaper?.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.reaper?.stop();
  }

  onApplicationShutdown(): Promise<void> {
    return this.database.close();
  }
}

/** Requests, the names on them, charges, leases, caps, the fair order and receipts. */
@Module({})
export class QueueSchedulingModule {
  static register(context: ServiceContext, config: Partial<QueueConfig> = {}): DynamicModule {
    return {
      module: QueueSchedulingModule,
      providers: [
        { provide: CONTEXT, useValue: context },
        { provide: CONFIG, useValue: { ...defaultConfig, ...config } },
        {
          provide: DATABASE,
          useFactory: () =>
            Database.open({ service: 'queue', url: context.databaseUrl('queue'), migrations }),
        },
        QueueLifecycle,
      ],
    };
  }
}
