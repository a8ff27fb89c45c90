import pino, { type DestinationStream, type Logger } from 'pino';
import { trace } from '@opentelemetry/api';

export type { Logger };

const secrets = ['password', 'token', 'authorization', 'cookie', 'secret'];

function traceFields(): Record<string, string> {
  const context = trace.getActiveSpan()?.spanContext();
  return context ? { trace_id: context.traceId, span_id: context.spanId } : {};
}

/** JSON lines on standard error, secrets redacted, each line with its trace. */
export function createLogger(
  service: string,
  level = 'info',
  destination: DestinationStream = pino.destination({ dest: 2, sync: true }),
): Logger {
  return pino(
    {
      level,
      base: { service },
      timestamp: pino.stdTimeFunctions.isoTime,
      mixin: traceFields,
      redact: { paths: secrets.flatMap((name) => [name, `*.${name}`]), censor: '[redacted]' },
    },
    destination,
  );
}
