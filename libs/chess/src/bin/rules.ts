import { processIo } from '../commands/io.js';
import { rulesCommand } from '../commands/rules.js';

process.exitCode = await rulesCommand(process.argv.slice(2), processIo());
