import { readConfig, z } from '@atomicdb/config';
import { startTelemetry } from './start';

const config = readConfig(
  z.object({
    OTEL_SERVICE_NAME: z.string().default('atomicdb'),
    OTEL_EXPORTER_OTLP_ENDPOINT: z.url().optional(),
  }),
);

const endpoint = config.OTEL_EXPORTER_OTLP_ENDPOINT;

/** The first import of every process: tracing must be there before what it instruments is loaded. */
export const stopTelemetry = startTelemetry(config.OTEL_SERVICE_NAME, endpoint && `${endpoint}/v1/traces`);
