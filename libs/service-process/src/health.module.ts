import {
  Controller,
  Get,
  Inject,
  Module,
  ServiceUnavailableException,
  type DynamicModule,
} from '@nestjs/common';

export interface Health {
  /** Reasons why this process should be restarted; empty when it is well. */
  faults(): string[];
  /** False before the start is complete and while it drains. */
  ready(): boolean;
}

const HEALTH = Symbol('HEALTH');

@Controller('health')
class HealthController {
  constructor(@Inject(HEALTH) private readonly health: Health) {}

  @Get('live')
  live() {
    const faults = this.health.faults();
    if (faults.length > 0) throw new ServiceUnavailableException({ status: 'failing', faults });
    return { status: 'ok' };
  }

  @Get('ready')
  ready() {
    if (!this.health.ready()) throw new ServiceUnavailableException({ status: 'not-ready' });
    return { status: 'ok' };
  }
}

/** Belongs to the root module of a process: several services in one process share it. */
@Module({})
export class HealthModule {
  static register(health: Health): DynamicModule {
    return {
      module: HealthModule,
      controllers: [HealthController],
      providers: [{ provide: HEALTH, useValue: health }],
    };
  }
}
