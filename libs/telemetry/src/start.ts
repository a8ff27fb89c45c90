import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { GrpcInstrumentation } from '@opentelemetry/instrumentation-grpc';
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http';
import { registerInstrumentations } from '@opentelemetry/instrumentation';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider, NoopSpanProcessor } from '@opentelemetry/sdk-trace-node';

/**
 * Starts tracing for a process. Must run before anything that is instrumented is imported.
 * Without an endpoint spans are made and carried along, and sent nowhere.
 *
 * @param endpoint URL of an OTLP/HTTP trace collector
 * @returns sends what is left and stops
 */
export function startTelemetry(service: string, endpoint?: string): () => Promise<void> {
  const provider = new NodeTracerProvider({
    resource: defaultResource().merge(resourceFromAttributes({ 'service.name': `atomicdb-${service}` })),
    // Without any processor there would be no tracer, and nothing to carry along.
    spanProcessors: [
      endpoint ? new BatchSpanProcessor(new OTLPTraceExporter({ url: endpoint })) : new NoopSpanProcessor(),
    ],
  });
  provider.register();
  registerInstrumentations({
    instrumentations: [
      new HttpInstrumentation(),
      // The worker stream lives for hours: one span over it says nothing.
      new GrpcInstrumentation({ ignoreGrpcMethods: ['Work'] }),
    ],
  });
  return () => provider.shutdown();
}
