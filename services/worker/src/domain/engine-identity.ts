/** What an engine says of itself before `uciok`. */
export interface EngineIdentity {
  readonly name: string;
  readonly version: string;
  /** Values of UCI_Variant; empty where the engine has no such option. */
  readonly uciVariants: readonly string[];
}

const idName = 'id name ';
const variantOption = 'option name UCI_Variant ';

/** `Fairy-Stockfish 14.0.1 XQ LB` is the engine Fairy-Stockfish, version `14.0.1 XQ LB`. */
function splitName(text: string): Pick<EngineIdentity, 'name' | 'version'> {
  const [name = '', ...version] = text.trim().split(/\s+/);
  return { name, version: version.join(' ') };
}

function comboValues(option: string): string[] {
  const [, ...values] = option.split(/\svar\s+/);
  return values.map((value) => value.trim());
}

/** Reads the answer to `uci`. */
export function parseIdentity(lines: readonly string[]): EngineIdentity {
  const name = lines.find((line) => line.startsWith(idName))?.slice(idName.length) ?? '';
  const option = lines.find((line) => line.startsWith(variantOption));
  return { ...splitName(name), uciVariants: option ? comboValues(option) : [] };
}
