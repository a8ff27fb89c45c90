import { randomBytes } from 'node:crypto';
import type { Server } from 'node:http';
import {
  Inject,
  Injectable,
  Module,
  type DynamicModule,
  type MiddlewareConsumer,
  type NestModule,
  type OnModuleDestroy,
  type OnModuleInit,
} from '@nestjs/common';
import { APP_FILTER, HttpAdapterHost } from '@nestjs/core';
import type { ServiceContext } from '@atomicdb/service-process';
import { AccountController } from './adapters/http/account.controller';
import { AdjudicatorController } from './adapters/http/adjudicator.controller';
import { AskingController } from './adapters/http/asking.controller';
import { entrance } from './adapters/http/entrance';
import { EventStreams } from './adapters/http/event-streams';
import { LinesController } from './adapters/http/lines.controller';
import { ProblemFilter } from './adapters/http/problem.filter';
import { PublicController } from './adapters/http/public.controller';
import { serveWebsite } from './adapters/http/serve-website';
import { ALLOWANCE, PEERS, SITE, STREAMS, type Site } from './adapters/http/tokens';
import { refuseUnreadable } from './adapters/http/unreadable-calls';
import { builtWebsite, loadWebsite, type Website } from './adapters/http/website-files';
import { connectPeers } from './application/gateway-peers';
import { HintLog } from './application/hint-log';
import { PageHints } from './application/page-hints';
import { WalkAllowance, type WalkLimit } from './application/walk-allowance';

export interface WebGatewayConfig extends Site {
  /** Folder of the built website; that of @atomicdb/website where it is left out. */
  readonly websiteDir?: string;
  /** Anonymous walking of one network; the default lets a class of thirty walk new lines side by side. */
  readonly walkLimit?: WalkLimit;
}

const defaultWalkLimit: WalkLimit = { burst: 4_000, perSecond: 5 };

const CONTEXT = Symbol('WEB_GATEWAY_CONTEXT');
const LOG = Symbol('WEB_GATEWAY_LOG');
const WEBSITE = Symbol('WEB_GATEWAY_WEBSITE');

/** A client that sends its request by the drop is let go of; answers may take as long as they like. */
const patience = { headersTimeout: 10_000, requestTimeout: 20_000, connectionsCheckingInterval: 1_000 };

@Injectable()
class WebGatewayLifecycle implements OnModuleInit, OnModuleDestroy {
  private readonly hints: PageHints;

  constructor(
    @Inject(CONTEXT) private readonly context: ServiceContext,
    @Inject(LOG) log: HintLog,
    @Inject(STREAMS) private readonly streams: EventStreams,
    @Inject(WEBSITE) private readonly website: Website,
    @Inject(HttpAdapterHost) private readonly host: HttpAdapterHost,
  ) {
    this.hints = new PageHints((hint) => log.add(hint));
  }

  onModuleInit(): void {
    this.context.bus.tail(this.hints);
    if (!this.website.has('index.html'))
      this.context.logger.warn('the website has not been built: no pages are served');
    const server = this.host.httpAdapter.getHttpServer() as Server;
    // Node looks at the last of them once the server listens.
    Object.assign(server, patience);
    refuseUnreadable(server);
  }

  onModuleDestroy(): void {
    this.hints.stop();
    this.streams.close();
  }
}

/** REST, server-sent events and the built website. It owns no data. */
@Module({})
export class WebGatewayModule implements NestModule {
  constructor(@Inject(WEBSITE) private readonly website: Website) {}

  static register(context: ServiceContext, config: WebGatewayConfig): DynamicModule {
    return {
      module: WebGatewayModule,
      controllers: [
        AskingController,
        AccountController,
        LinesController,
        AdjudicatorController,
        PublicController,
      ],
      providers: [
        { provide: CONTEXT, useValue: context },
        { provide: SITE, useValue: config satisfies Site },
        { provide: PEERS, useFactory: () => connectPeers(context.peers) },
        { provide: ALLOWANCE, useFactory: () => new WalkAllowance(config.walkLimit ?? defaultWalkLimit) },
        { provide: LOG, useFactory: () => new HintLog(randomBytes(6).toString('hex')) },
        { provide: STREAMS, useFactory: (log: HintLog) => new EventStreams(log), inject: [LOG] },
        { provide: WEBSITE, useFactory: () => loadWebsite(config.websiteDir ?? builtWebsite()) },
        { provide: APP_FILTER, useFactory: () => new ProblemFilter(context.logger) },
        WebGatewayLifecycle,
      ],
    };
  }

  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(entrance, serveWebsite(this.website)).forRoutes('{*path}');
  }
}
