#!/usr/bin/env node
// A real engine that lists atomic and then plays chess: the bundled one, which is never told the variant.
const { spawn } = require('node:child_process');
const { join } = require('node:path');
const { createInterface } = require('node:readline');

const preload = join(__dirname, '../../src/adapters/engine/wasm-preload.cjs');
const engine = spawn(process.execPath, ['-r', preload, require.resolve('fairy-stockfish-nnue.wasm/uci.js')], {
  stdio: ['pipe', 'inherit', 'inherit'],
});
createInterface({ input: process.stdin })
  .on('line', (line) => {
    if (!line.startsWith('setoption name UCI_Variant')) engine.stdin.write(`${line}\n`);
  })
  .on('close', () => engine.stdin.end());
engine.on('exit', () => process.exit(0));
