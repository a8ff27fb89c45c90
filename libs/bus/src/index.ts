export type { Bus, Consumer, ConsumerStatus, Processor, Tail } from './bus';
export { EmbeddedBus } from './embedded/embedded-bus';
export { KafkaBus, type KafkaBusOptions } from './kafka/kafka-bus';
