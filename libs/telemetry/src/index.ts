export { telemetryEnvironment } from './environment';
export { createLogger, type Logger } from './logger';
export { currentTraceparent, inSpan, inTrace } from './trace';
