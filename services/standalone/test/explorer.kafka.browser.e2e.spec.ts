import { describeExplorer } from './explorer';

describeExplorer('every service a process over Kafka', 'kafka');
