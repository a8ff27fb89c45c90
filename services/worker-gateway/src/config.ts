import { z } from '@atomicdb/config';

/** Environment of the gateway beside the one every service reads. */
export const environment = z.object({
  WORKER_GRPC_HOST: z.string().min(1).default('127.0.0.1'),
  WORKER_GRPC_PORT: z.coerce.number().int().min(0).max(65_535).default(50_051),
});

export interface WorkerGatewayConfig {
  readonly grpcHost: string;
  /** 0: a free one. */
  readonly grpcPort: number;
  /** Told the port once the door is open. */
  readonly onListening?: (port: number) => void;
}
