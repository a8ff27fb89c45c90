import { processIo } from '../commands/io.js';
import { verifyCommand } from '../commands/xiangqi-verify.js';

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop.abort());
process.exitCode = await verifyCommand(process.argv.slice(2), processIo(), stop.signal);
