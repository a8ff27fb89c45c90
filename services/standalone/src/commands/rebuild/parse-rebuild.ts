import { parseCommandLine } from '../command-line';
import { exitCodesHelp } from '../exit-codes';
import { parsePlace, productHelp, productOptions, type ProductPlace } from '../product-place';

export const rebuildNames = ['positions', 'analyses', 'queue', 'attribution', 'backing'] as const;

export interface RebuildCommand {
  /** What to rebuild, one after the other. */
  readonly names: readonly string[];
  readonly place: ProductPlace;
  readonly acceptDifferences: boolean;
  readonly dropOld: boolean;
}

export const rebuildHelp = `Makes tables again from the events, beside those of a running product, and puts them in their place.

  npm run rebuild -- NAME [NAME ...] | all [options]

NAME is ${rebuildNames.join(', ')}. The live tables answer all the time and writing goes on. Broken off at any
point it goes on where it was when it is started again. Tables that differ from the live ones are reported and
stay out.

${productHelp}  --accept-differences  switch also to tables that differ
  --drop-old            drop the tables that were switched out; else they lie in NAME_old until the next rebuild
  --help                this text

${exitCodesHelp('tables differ and so stay out')}`;

const options = {
  ...productOptions,
  'accept-differences': { type: 'boolean', default: false },
  'drop-old': { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

/** null: help was asked for. Throws one sentence for what is wrong. */
export function parseRebuild(args: readonly string[]): RebuildCommand | null {
  const { values, positionals } = parseCommandLine(args, options);
  if (values.help) return null;
  if (positionals.length === 0) throw new Error(`Name what to rebuild: ${rebuildNames.join(', ')} or all.`);
  const unknown = positionals.find((name) => name !== 'all' && !isName(name));
  if (unknown !== undefined)
    throw new Error(`There is no ${unknown} to rebuild: give ${rebuildNames.join(', ')} or all.`);
  return {
    names: positionals.includes('all') ? rebuildNames : [...new Set(positionals)],
    place: parsePlace(values),
    acceptDifferences: values['accept-differences'],
    dropOld: values['drop-old'],
  };
}

function isName(text: string): boolean {
  return (rebuildNames as readonly string[]).includes(text);
}
