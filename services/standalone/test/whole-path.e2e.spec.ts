import { describeWholePath } from './whole-path';

describeWholePath('in one process over the embedded bus', 'embedded');
