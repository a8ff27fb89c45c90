import {
  Inject,
  Injectable,
  Module,
  type BeforeApplicationShutdown,
  type DynamicModule,
  type OnApplicationShutdown,
  type OnModuleInit,
} from '@nestjs/common';
import { Database, EventStore } from '@atomicdb/event-store';
import { BackingServiceService } from '@atomicdb/rpc';
import type { ServiceContext } from '@atomicdb/service-process';
import { migrations } from './adapters/postgres/migrations';
import { makeGetHeadlines } from './application/get-headlines';
import { makeGetRow } from './application/get-row';
import { changesReaction, PublishChanges } from './application/publish-changes';
import { makeSeeds } from './projections/seeds';
import { makeValues } from './projections/values';

const CONTEXT = Symbol('BACKING_CONTEXT');
const DATABASE = Symbol('BACKING_DATABASE');

@Injectable()
class BackingLifecycle implements OnModuleInit, BeforeApplicationShutdown, OnApplicationShutdown {
  private reaction: PublishChanges | null = null;

  constructor(
    @Inject(CONTEXT) private readonly context: ServiceContext,
    @Inject(DATABASE) private readonly database: Database,
  ) {}

  async onModuleInit(): Promise<void> {
    const { bus, peers, logger } = this.context;
    const { database } = this;
    await database.migrate();
    const store = new EventStore(database, 'backing');
    const reaction = new PublishChanges(database, store, (error) =>
      logger.warn({ err: error, where: changesReaction }, 'reaction'),
    );
    bus.publish(store);
    bus.watch(reaction);
    bus.consume(makeValues({ database, recordsChanges: true, onCommitted: () => reaction.wake() }));
    bus.consume(makeSeeds(database));
    peers.serve('backing', BackingServiceService, {
      getRow: makeGetRow(database),
      getHeadlines: makeGetHeadlines(database),
    });
    reaction.start();
    this.reaction = reaction;
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.reaction?.stop();
  }

  onApplicationShutdown(): Promise<void> {
    return this.database.close();
  }
}

/** Backed values, proofs and rows: a projection, and the reaction that publishes the differences. */
@Module({})
export class BackingModule {
  static register(context: ServiceContext): DynamicModule {
    return {
      module: BackingModule,
      providers: [
        { provide: CONTEXT, useValue: context },
        {
          provide: DATABASE,
          useFactory: () =>
            Database.open({ service: 'backing', url: context.databaseUrl('backing'), migrations }),
        },
        BackingLifecycle,
      ],
    };
  }
}
