import '@atomicdb/telemetry/register';
import { z } from '@atomicdb/config';
import { runService } from '@atomicdb/service-process';
import { WebGatewayModule } from './web-gateway.module';

const rungs = z
  .string()
  .regex(/^\d{1,15}(,\d{1,15})*$/, 'must be node counts, as in 128000000,512000000')
  .transform((text) => text.split(',').map(Number));

void runService({
  name: 'web-gateway',
  needs: [
    'PEER_ACCOUNTS',
    'PEER_ANALYSES',
    'PEER_ATTRIBUTION',
    'PEER_BACKING',
    'PEER_POSITIONS',
    'PEER_QUEUE',
  ],
  environment: z.object({
    LADDER: rungs.default([128_000_000, 512_000_000, 2_000_000_000, 10_000_000_000]),
    LADDER_NAME: z.enum(['full', 'laptop', 'custom']).default('full'),
  }),
  module: (context, { LADDER, LADDER_NAME }) =>
    WebGatewayModule.register(context, { ladder: LADDER, ladderName: LADDER_NAME }),
});
