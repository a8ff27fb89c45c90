import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { GrpcInstrumentation } from '@opentelemetry/instrumentation-grpc';
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { NodeSDK } from '@opentelemetry/sdk-node';
import { NoopSpanProcessor } from '@opentelemetry/sdk-trace-base';

/**
 * Starts tracing for a process. Must run before anything that is instrumented is imported.
 * Without an endpoint spans are made and carried along, and sent nowhere.
 *
 * @param endpoint URL of an OTLP/HTTP trace collector
 * @returns sends what is left and stops
 */
export function startTelemetry(service: string, endpoint?: string): () => Promise<void> {
  const sdk = new NodeSDK({
    resource: resourceFromAttributes({ 'service.name': `atomicdb-${service}` }),
    // Without any processor there would be no tracer, and nothing to carry along.
    ...(endpoint
      ? { traceExporter: new OTLPTraceExporter({ url: endpoint }) }
      : { spanProcessors: [new NoopSpanProcessor()] }),
    metricReaders: [],
    instrumentations: [
      new HttpInstrumentation(),
      // The worker stream lives for hours: one span over it says nothing.
      new GrpcInstrumentation({ ignoreGrpcMethods: ['Work'] }),
    ],
  });
  sdk.start();
  return () => sdk.shutdown();
}
