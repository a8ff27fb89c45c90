import { z } from '@atomicdb/config';

const filled = z
  .string()
  .optional()
  .transform((text) => text || undefined);

const collector = z.url({ protocol: /^https?$/, error: 'must be a URL, as in http://127.0.0.1:4318' });

/** Environment of tracing, a part of every process's own; what is empty is as absent. */
export const telemetryEnvironment = z.object({
  OTEL_SERVICE_NAME: filled.pipe(z.string().optional()),
  OTEL_EXPORTER_OTLP_ENDPOINT: filled.pipe(collector.optional()),
});
