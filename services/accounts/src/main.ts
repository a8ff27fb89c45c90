import '@atomicdb/telemetry/register';
import { z } from '@atomicdb/config';
import { runService } from '@atomicdb/service-process';
import { AccountsModule } from './accounts.module';

void runService({
  name: 'accounts',
  needs: ['DATABASE_URL'],
  environment: z.object({}),
  module: (context) => AccountsModule.register(context),
});
