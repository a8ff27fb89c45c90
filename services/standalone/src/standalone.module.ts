import { AccountsModule } from '@atomicdb/accounts';
import { AnalysesModule } from '@atomicdb/analyses';
import { AttributionModule } from '@atomicdb/attribution';
import { BackingModule } from '@atomicdb/backing';
import { PositionsModule } from '@atomicdb/positions';
import { QueueSchedulingModule } from '@atomicdb/queue-scheduling';
import type { ServiceContext } from '@atomicdb/service-process';
import { WebGatewayModule } from '@atomicdb/web-gateway';
import { WorkerGatewayModule } from '@atomicdb/worker-gateway';
import type { DynamicModule } from '@nestjs/common';
import type { Options } from './options';

/** Every service of the product in one process. */
export function standaloneModules(
  context: ServiceContext,
  options: Options,
  onWorkerDoor: (port: number) => void,
): DynamicModule[] {
  const { rungs, name } = options.ladder;
  return [
    AccountsModule.register(context),
    PositionsModule.register(context),
    AnalysesModule.register(context),
    QueueSchedulingModule.register(context, { ladder: rungs, leaseTtlMs: options.leaseSeconds * 1_000 }),
    AttributionModule.register(context),
    BackingModule.register(context),
    WorkerGatewayModule.register(context, {
      grpcHost: options.host,
      grpcPort: options.grpcPort,
      onListening: onWorkerDoor,
    }),
    WebGatewayModule.register(context, { ladder: [...rungs], ladderName: name }),
  ];
}
