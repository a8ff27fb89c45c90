import { fileURLToPath } from 'node:url';
import { ESLint } from 'eslint';
import { lawConfigs } from './laws.mjs';

const overrideConfigFile = fileURLToPath(new URL('../../eslint.config.mjs', import.meta.url));

/** Names of the rules that are laws of the tree. */
const laws = () => lawConfigs.flatMap(({ rules }) => Object.keys(rules));

/**
 * Lints a tree of its own by the laws of this workspace, so that planted violations are judged in the
 * folders they are planted in. Gives file → names of the rules it breaks.
 *
 * @param {string} cwd
 */
async function lintTree(cwd) {
  const results = await new ESLint({ cwd, overrideConfigFile }).lintFiles(['.']);
  const broken = results.map(({ filePath, messages }) => [
    filePath.slice(cwd.length + 1),
    messages.filter(({ severity }) => severity === 2).map(({ ruleId, message }) => ruleId ?? message),
  ]);
  return Object.fromEntries(broken);
}

const [argument] = process.argv.slice(2);
console.log(JSON.stringify(argument === '--laws' ? laws() : await lintTree(argument)));
