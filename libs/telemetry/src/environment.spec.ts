import { readConfig } from '@atomicdb/config';
import { telemetryEnvironment } from './environment';

const endpointOf = (text?: string) =>
  readConfig(telemetryEnvironment, { OTEL_EXPORTER_OTLP_ENDPOINT: text }).OTEL_EXPORTER_OTLP_ENDPOINT;

describe('the environment of tracing', () => {
  it('names a collector by its URL, or none', () => {
    expect(endpointOf('http://collector:4318')).toBe('http://collector:4318');
    expect(endpointOf()).toBeUndefined();
  });

  it('is as if absent where it is empty, as an unset variable of a manifest leaves it', () => {
    expect(endpointOf('')).toBeUndefined();
    expect(readConfig(telemetryEnvironment, { OTEL_SERVICE_NAME: '' }).OTEL_SERVICE_NAME).toBeUndefined();
  });

  it.each(['nowhere', 'collector:4318', 'ftp://collector'])('does not take %j for a collector', (text) => {
    expect(() => endpointOf(text)).toThrow(
      /OTEL_EXPORTER_OTLP_ENDPOINT: must be a URL, as in http:\/\/127\.0\.0\.1:4318$/,
    );
  });
});
