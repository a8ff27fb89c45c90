import '@atomicdb/telemetry/register';
import { runService } from '@atomicdb/service-process';
import { environment, toQueueConfig } from './config';
import { QueueSchedulingModule } from './queue-scheduling.module';

void runService({
  name: 'queue',
  needs: ['DATABASE_URL'],
  environment,
  module: (context, read) => QueueSchedulingModule.register(context, toQueueConfig(read)),
});
