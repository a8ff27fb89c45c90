import { adjudicateCommand } from '../commands/adjudicate.js';
import { processIo } from '../commands/io.js';

process.exitCode = await adjudicateCommand(process.argv.slice(2), processIo());
