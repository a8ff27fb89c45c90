import '@atomicdb/telemetry/register';
import { z } from '@atomicdb/config';
import { runService } from '@atomicdb/service-process';
import { BackingModule } from './backing.module';

void runService({
  name: 'backing',
  needs: ['DATABASE_URL'],
  environment: z.object({}),
  module: (context) => BackingModule.register(context),
});
