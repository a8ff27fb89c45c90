import { describeWholePath } from './whole-path';

describeWholePath('every service a process over Kafka', 'kafka');
