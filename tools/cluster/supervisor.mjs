import { spawn } from 'node:child_process';
import { createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const restartMs = 1_000;
/** Longer than a service gives itself (run-service.ts). */
const drainMs = 50_000;

/** Starts processes, logs each into a file of its own, and starts again what dies, as an orchestrator would. */
export class Supervisor {
  children = new Map();
  stopping = false;
  /** Set until all is up: told why a child that has ended is a fault of the start. */
  refuse = null;

  /** @param {string} root @param {string} logs @param {() => void} onChange called when a process came or went */
  constructor(root, logs, onChange) {
    this.root = root;
    this.logs = logs;
    this.onChange = onChange;
    mkdirSync(logs, { recursive: true });
  }

  start({ name, script, args = [], env }) {
    const log = createWriteStream(join(this.logs, `${name}.log`), { flags: 'a' });
    const child = spawn(process.execPath, [script, ...args], {
      cwd: this.root,
      env: { ...process.env, ...env },
      // Through the channel a service notices that this process was killed, and ends.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      // Ctrl-C is for this process alone, which stops the others in order.
      detached: true,
    });
    child.stdout.pipe(log, { end: false });
    child.stderr.pipe(log, { end: false });
    this.children.set(name, child);
    this.onChange();
    child.once('exit', async (code, signal) => {
      if (this.stopping) return;
      const [how, file] = [signal ?? code, join(this.logs, `${name}.log`)];
      if (this.refuse)
        return this.refuse(new Error(`${name} ended (${how}) before it was ready: its log is ${file}.`));
      console.error(`${name} ended (${how}); its log is ${file}`);
      await sleep(restartMs);
      if (!this.stopping) this.start({ name, script, args, env });
    });
  }

  /** Waits for all that was started; throws when one of it ends before, which is then not started again. */
  async untilUp(ready) {
    const refused = new Promise((_, reject) => (this.refuse = reject));
    await Promise.race([ready, refused]);
    this.refuse = null;
  }

  pids() {
    return Object.fromEntries([...this.children].map(([name, child]) => [name, child.pid]));
  }

  /** Ends these processes at once, each given time to drain. */
  async stop(names) {
    this.stopping = true;
    const ending = names
      .map((name) => this.children.get(name))
      .filter((child) => child && child.exitCode === null && child.signalCode === null);
    await Promise.all(
      ending.map(
        (child) =>
          new Promise((resolve) => {
            const force = setTimeout(() => child.kill('SIGKILL'), drainMs);
            child.once('exit', () => {
              clearTimeout(force);
              resolve();
            });
            child.kill('SIGTERM');
          }),
      ),
    );
  }
}
