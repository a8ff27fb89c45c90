import {
  Inject,
  Injectable,
  Module,
  type DynamicModule,
  type OnApplicationShutdown,
  type OnModuleInit,
} from '@nestjs/common';
import { Database, EventStore } from '@atomicdb/event-store';
import { PositionsServiceService } from '@atomicdb/rpc';
import type { ServiceContext } from '@atomicdb/service-process';
import { checkIdentityRule } from './adapters/postgres/identity-rule';
import { lockBuckets } from './adapters/postgres/lock-buckets';
import { migrations } from './adapters/postgres/migrations';
import { updateGraph } from './adapters/postgres/update-graph';
import { makeEnsure } from './application/ensure';
import { makeFind } from './application/find';
import { makeOpenLines } from './application/open-lines';
import { makeWalk } from './application/walk';

const CONTEXT = Symbol('POSITIONS_CONTEXT');
const DATABASE = Symbol('POSITIONS_DATABASE');

@Injectable()
class PositionsLifecycle implements OnModuleInit, OnApplicationShutdown {
  constructor(
    @Inject(CONTEXT) private readonly context: ServiceContext,
    @Inject(DATABASE) private readonly database: Database,
  ) {}

  async onModuleInit(): Promise<void> {
    const { bus, peers } = this.context;
    await this.database.migrate();
    await checkIdentityRule(this.database);
    const store = new EventStore(this.database, 'positions', {
      lockBuckets,
      updateState: updateGraph,
    });
    bus.publish(store);
    bus.consume(makeOpenLines(this.database, store));
    peers.serve('positions', PositionsServiceService, {
      ensure: makeEnsure(this.database, store),
      find: makeFind(this.database),
      walk: makeWalk(this.database, store),
    });
  }

  onApplicationShutdown(): Promise<void> {
    return this.database.close();
  }
}

/** The graph: positions and opened moves, one per canonical key. */
@Module({})
export class PositionsModule {
  static register(context: ServiceContext): DynamicModule {
    return {
      module: PositionsModule,
      providers: [
        { provide: CONTEXT, useValue: context },
        {
          provide: DATABASE,
          useFactory: () =>
            Database.open({ service: 'positions', url: context.databaseUrl('positions'), migrations }),
        },
        PositionsLifecycle,
      ],
    };
  }
}
