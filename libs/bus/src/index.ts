export type { Bus, Consumer, ConsumerStatus, Processor, Tail, Watched } from './bus';
export { EmbeddedBus } from './embedded/embedded-bus';
export { auditTopic, faultsOf, topicEnds, type AuditedEvent, type TopicAudit } from './kafka/audit-topic';
export { KafkaBus, type KafkaBusOptions } from './kafka/kafka-bus';
export { Pulse } from './pulse';
export { EmbeddedLog } from './rebuild/embedded-log';
export { KafkaLog } from './rebuild/kafka-log';
export type { Log, LogReader } from './rebuild/log-reader';
export type { Rebuildable, RebuildableProjection, RebuildableState } from './rebuild/rebuildable';
export {
  OutrunByWriters,
  rebuildTables,
  TablesDiffer,
  type RebuildLimits,
  type RebuildOptions,
  type RebuildResult,
  type RebuildWatch,
  type TableComparison,
} from './rebuild/rebuild-tables';
