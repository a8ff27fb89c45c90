import {
  Inject,
  Injectable,
  Module,
  type DynamicModule,
  type OnApplicationShutdown,
  type OnModuleInit,
} from '@nestjs/common';
import { Database, EventStore } from '@atomicdb/event-store';
import { AnalysesServiceService, QueueServiceService } from '@atomicdb/rpc';
import type { ServiceContext } from '@atomicdb/service-process';
import { migrations } from './adapters/postgres/migrations';
import { updatePasses } from './adapters/postgres/update-passes';
import { makeDeliver } from './application/deliver';
import { makeGetPasses } from './application/get-passes';

const CONTEXT = Symbol('ANALYSES_CONTEXT');
const DATABASE = Symbol('ANALYSES_DATABASE');

@Injectable()
class AnalysesLifecycle implements OnModuleInit, OnApplicationShutdown {
  constructor(
    @Inject(CONTEXT) private readonly context: ServiceContext,
    @Inject(DATABASE) private readonly database: Database,
  ) {}

  async onModuleInit(): Promise<void> {
    const { bus, peers } = this.context;
    await this.database.migrate();
    const store = new EventStore(this.database, 'analyses', { updateState: updatePasses });
    bus.publish(store);
    peers.serve('analyses', AnalysesServiceService, {
      deliver: makeDeliver(store, peers.client('queue', QueueServiceService)),
      getPasses: makeGetPasses(this.database),
    });
  }

  onApplicationShutdown(): Promise<void> {
    return this.database.close();
  }
}

/** Passes: current, previous and history. */
@Module({})
export class AnalysesModule {
  static register(context: ServiceContext): DynamicModule {
    return {
      module: AnalysesModule,
      providers: [
        { provide: CONTEXT, useValue: context },
        {
          provide: DATABASE,
          useFactory: () =>
            Database.open({ service: 'analyses', url: context.databaseUrl('analyses'), migrations }),
        },
        AnalysesLifecycle,
      ],
    };
  }
}
