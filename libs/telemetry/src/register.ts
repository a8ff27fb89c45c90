import { ConfigError, readConfig } from '@atomicdb/config';
import { telemetryEnvironment } from './environment';
import { startTelemetry } from './start';

/** Null where it is wrong: the process reads it again with the rest of its environment, and names every fault at once. */
function readEnvironment() {
  try {
    return readConfig(telemetryEnvironment);
  } catch (error) {
    if (error instanceof ConfigError) return null;
    throw error;
  }
}

function start(): () => Promise<void> {
  const config = readEnvironment();
  if (config === null) return () => Promise.resolve();
  const { OTEL_SERVICE_NAME: name = 'atomicdb', OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = config;
  return startTelemetry(name, endpoint && `${endpoint}/v1/traces`);
}

/** The first import of every process: tracing must be there before what it instruments is loaded. */
export const stopTelemetry = start();
