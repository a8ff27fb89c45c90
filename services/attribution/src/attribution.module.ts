import {
  Inject,
  Injectable,
  Module,
  type DynamicModule,
  type OnApplicationShutdown,
  type OnModuleInit,
} from '@nestjs/common';
import { Database } from '@atomicdb/event-store';
import { AttributionServiceService } from '@atomicdb/rpc';
import type { ServiceContext } from '@atomicdb/service-process';
import { migrations } from './adapters/postgres/migrations';
import { makeGetBoards } from './application/get-boards';
import { makeBoards } from './projections/boards';

const CONTEXT = Symbol('ATTRIBUTION_CONTEXT');
const DATABASE = Symbol('ATTRIBUTION_DATABASE');

@Injectable()
class AttributionLifecycle implements OnModuleInit, OnApplicationShutdown {
  constructor(
    @Inject(CONTEXT) private readonly context: ServiceContext,
    @Inject(DATABASE) private readonly database: Database,
  ) {}

  async onModuleInit(): Promise<void> {
    const { bus, peers } = this.context;
    await this.database.migrate();
    bus.consume(makeBoards(this.database));
    peers.serve('attribution', AttributionServiceService, { getBoards: makeGetBoards(this.database) });
  }

  onApplicationShutdown(): Promise<void> {
    return this.database.close();
  }
}

/** Boards and fleet totals by the stamp of each analysis. */
@Module({})
export class AttributionModule {
  static register(context: ServiceContext): DynamicModule {
    return {
      module: AttributionModule,
      providers: [
        { provide: CONTEXT, useValue: context },
        {
          provide: DATABASE,
          useFactory: () =>
            Database.open({ service: 'attribution', url: context.databaseUrl('attribution'), migrations }),
        },
        AttributionLifecycle,
      ],
    };
  }
}
