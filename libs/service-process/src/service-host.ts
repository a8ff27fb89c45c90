import { Module, type DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { ServiceContext } from './context';
import { HealthModule } from './health.module';
import { watchLife } from './watch-life';

export interface HostOptions {
  readonly context: ServiceContext;
  readonly modules: readonly DynamicModule[];
  readonly http: { readonly host: string; readonly port: number };
  /** Told once when a consumer stays dead: the process is to end, so that it is started again. */
  readonly onDeath?: (faults: readonly string[]) => void;
  /** Time between two looks at the consumers; 5 s where absent. */
  readonly lookMs?: number;
}

@Module({})
class ProcessModule {}

/** A running Nest application with its bus and its peers. */
export class ServiceHost {
  private isReady = false;
  private endWatch: () => void = () => undefined;

  private constructor(
    private readonly app: NestExpressApplication,
    private readonly context: ServiceContext,
  ) {}

  /** Modules register with bus and peers while they initialise; then both start, and last of all the doors open. */
  static async start(options: HostOptions): Promise<ServiceHost> {
    const { context } = options;
    const started: { host?: ServiceHost } = {};
    const faults = () =>
      context.bus.status().flatMap(({ name, alive }) => (alive ? [] : [`${name} has died`]));
    const health = HealthModule.register({ ready: () => started.host?.isReady ?? false, faults });
    const root = { module: ProcessModule, imports: [health, ...options.modules] };
    const app = await NestFactory.create<NestExpressApplication>(root, {
      logger: false,
      abortOnError: false,
      bodyParser: false,
      forceCloseConnections: true,
    });
    // One spelling for each door: what looks at an address before the router must agree with it.
    app.set('case sensitive routing', true);
    const host = new ServiceHost(app, context);
    started.host = host;
    try {
      await app.init();
      await context.peers.start();
      await context.bus.start();
      await app.listen(options.http.port, options.http.host);
    } catch (error) {
      await host.stop().catch(() => undefined);
      throw error;
    }
    host.isReady = true;
    if (options.onDeath) host.endWatch = watchLife(faults, options.onDeath, options.lookMs);
    return host;
  }

  /** Port the HTTP door listens on. */
  get port(): number {
    const address = this.app.getHttpServer().address() as { port: number };
    return address.port;
  }

  /** Drains: stops consuming, finishes calls under way, closes doors and databases. */
  async stop(): Promise<void> {
    this.isReady = false;
    this.endWatch();
    await this.context.bus.stop();
    await this.context.peers.stopServing();
    // The modules drain in here, and may still call others.
    await this.app.close();
    this.context.peers.close();
  }
}
