import '@atomicdb/telemetry/register';
import { runService } from '@atomicdb/service-process';
import { environment } from './config';
import { WorkerGatewayModule } from './worker-gateway.module';

void runService({
  name: 'worker-gateway',
  needs: ['PEER_ACCOUNTS', 'PEER_ANALYSES', 'PEER_QUEUE'],
  environment,
  module: (context, config) =>
    WorkerGatewayModule.register(context, {
      grpcHost: config.WORKER_GRPC_HOST,
      grpcPort: config.WORKER_GRPC_PORT,
    }),
});
