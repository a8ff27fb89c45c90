import '@atomicdb/telemetry/register';
import { z } from '@atomicdb/config';
import { runService } from '@atomicdb/service-process';
import { AnalysesModule } from './analyses.module';

void runService({
  name: 'analyses',
  needs: ['DATABASE_URL', 'PEER_QUEUE'],
  environment: z.object({}),
  module: (context) => AnalysesModule.register(context),
});
