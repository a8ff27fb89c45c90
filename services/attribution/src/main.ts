import '@atomicdb/telemetry/register';
import { z } from '@atomicdb/config';
import { runService } from '@atomicdb/service-process';
import { AttributionModule } from './attribution.module';

void runService({
  name: 'attribution',
  needs: ['DATABASE_URL'],
  environment: z.object({}),
  module: (context) => AttributionModule.register(context),
});
