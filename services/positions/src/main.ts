import '@atomicdb/telemetry/register';
import { z } from '@atomicdb/config';
import { runService } from '@atomicdb/service-process';
import { PositionsModule } from './positions.module';

void runService({
  name: 'positions',
  needs: ['DATABASE_URL'],
  environment: z.object({}),
  module: (context) => PositionsModule.register(context),
});
