import { parseArgs, type ParseArgsConfig } from 'node:util';

type Definitions = NonNullable<ParseArgsConfig['options']>;

interface Fault {
  readonly code?: string;
  readonly message: string;
}

/** The first option that a message of node:util names, as in `--data`. */
const named = ({ message }: Fault) => /--?[^\s',<=]+/.exec(message)?.[0] ?? 'an option';

/** One sentence for what node:util says of a wrong option in two or three. */
function sentenceOf(fault: Fault): string {
  switch (fault.code) {
    case 'ERR_PARSE_ARGS_UNKNOWN_OPTION':
      return `There is no option ${named(fault)}: see --help.`;
    case 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE':
      return / does not take an argument/.test(fault.message)
        ? `${named(fault)} takes no value: see --help.`
        : `${named(fault)} wants a value: see --help.`;
    default:
      return fault.message;
  }
}

/** Options and words of a command line; throws one sentence for an option that is wrong. */
export function parseCommandLine<Options extends Definitions>(args: readonly string[], options: Options) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new Error(sentenceOf(error as Fault), { cause: error });
  }
}

/**
 * Throws one sentence for an option that was given and that a command would not look at.
 *
 * @param command as it is called, for the sentence
 * @param taken the options it looks at
 */
export function refuseOthers(
  command: string,
  values: Readonly<Record<string, unknown>>,
  taken: readonly string[],
): void {
  const other = Object.keys(values).find(
    (name) => values[name] !== undefined && values[name] !== false && !taken.includes(name),
  );
  if (other !== undefined) throw new Error(`${command} takes no --${other}: see --help.`);
}
