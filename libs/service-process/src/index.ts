export type { ServiceContext } from './context';
export { ServiceHost, type HostOptions } from './service-host';
export { runService, type ServiceDefinition } from './run-service';
export { topicEnvironment } from './service-config';
export { HealthModule, type Health } from './health.module';
