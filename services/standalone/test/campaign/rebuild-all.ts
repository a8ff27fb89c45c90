import type { ProductPlace } from '../../src/commands/product-place';
import { rebuildNames } from '../../src/commands/rebuild/parse-rebuild';
import { runRebuild } from '../../src/commands/rebuild/run-rebuild';

export interface RebuiltAll {
  /** Tables that came out equal to the live ones. */
  readonly equal: number;
  readonly faults: readonly string[];
}

/** Every table made again from the topics beside the live one, as `npm run rebuild -- all` does; faults where they differ. */
export async function rebuildAll(place: ProductPlace): Promise<RebuiltAll> {
  let output = '';
  const screen = { isTerminal: false, write: (text: string) => (output += text), now: () => Date.now() };
  const command = { names: rebuildNames, place, acceptDifferences: false, dropOld: true };
  const isEqual = await runRebuild(command, screen, new AbortController().signal);
  const equal = [...output.matchAll(/^ {2}\S+: equal, /gm)].length;
  const different = [...output.matchAll(/^ {2}(\S+): DIFFERENT.*$/gm)].map(
    ([line]) => `rebuilt ${line.trim()}`,
  );
  const faults = isEqual || different.length > 0 ? different : [`the rebuild told: ${output}`];
  return { equal, faults };
}
