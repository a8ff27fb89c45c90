import { describeExplorer } from './explorer';

describeExplorer('in one process over the embedded bus', 'embedded');
