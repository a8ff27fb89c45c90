import type { ProductPlace } from '../../src/commands/product-place';
import { runRebuildProcess } from '../rebuild/rebuild-process';

export interface RebuiltAll {
  /** Tables that came out equal to the live ones. */
  readonly equal: number;
  readonly faults: readonly string[];
}

const tellsOfLast = /^backing: comparing/m;

/**
 * Every table made again from the topics beside the live one by `npm run rebuild -- all`, which is killed with -9 when the
 * last set is folded and run again; faults where tables differ or what was folded is not gone on with.
 */
export async function rebuildAll({ postgres = '', kafka = [] }: ProductPlace): Promise<RebuiltAll> {
  const args = ['all', '--postgres', postgres, '--kafka', kafka.join(','), '--drop-old'];
  const killed = await runRebuildProcess(args, (output) => tellsOfLast.test(output));
  const { code, output } = await runRebuildProcess(args);
  const equal = [...output.matchAll(/^ {2}\S+: equal, /gm)].length;
  const faults = [...output.matchAll(/^ {2}(\S+: DIFFERENT.*)$/gm)].map(([, line = '']) => `rebuilt ${line}`);
  if (killed.code !== null) faults.push(`the rebuild was not killed: ${killed.output}`);
  if (code !== 0 && faults.length === 0) faults.push(`the rebuild told: ${output}`);
  if (!/^backing: .* \(gone on with\)$/m.test(output)) faults.push('the rebuild after the kill began anew');
  return { equal, faults };
}
