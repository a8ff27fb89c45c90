import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { eventually } from '@atomicdb/testing';
import { npmScript, root } from './npm-script';

const readyMs = 180_000;

/** The product on either transport. */
export const commands = { embedded: npmScript('start'), kafka: npmScript('start:cluster') };

export type Form = keyof typeof commands;

/** Small rungs, so that a search takes a second; leases of five seconds. */
const quick = [
  '--port',
  '0',
  '--grpc-port',
  '0',
  '--ladder',
  '20000,80000,320000,1280000',
  '--lease-seconds',
  '5',
];

/** The product, started as a visitor starts it. */
export class Product {
  private readonly output: string[] = [];

  private constructor(
    private readonly child: ChildProcess,
    readonly data: string,
  ) {}

  address = '';
  /** host:port for workers. */
  workerDoor = '';

  static dataFolder(): string {
    const folder = mkdtempSync(join(tmpdir(), 'atomicdb-e2e-'));
    chmodSync(folder, 0o755);
    return folder;
  }

  static async start(
    form: Form,
    data: string,
    more: string[] = [],
    environment: Record<string, string> = {},
  ): Promise<Product> {
    const args = [...commands[form], ...quick, '--data', data, ...more];
    const env = { ...process.env, ...environment };
    const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const product = new Product(child, data);
    try {
      product.address = await product.untilReady();
      return product;
    } catch (error) {
      child.kill('SIGINT');
      throw error;
    }
  }

  get pid(): number {
    if (this.child.pid === undefined) throw new Error('not running');
    return this.child.pid;
  }

  /** The processes of a cluster by service, from the file it keeps. */
  servicePids(): Record<string, number> {
    const file = join(this.data, 'cluster.json');
    return (JSON.parse(readFileSync(file, 'utf8')) as { pids: Record<string, number> }).pids;
  }

  /** kill -9 of one service of a cluster; comes back when another process has taken its place. */
  async killService(service: string): Promise<void> {
    const pid = this.servicePids()[service];
    if (pid === undefined) throw new Error(`no process of ${service}`);
    process.kill(pid, 'SIGKILL');
    await eventually(() => Promise.resolve(expect(this.servicePids()[service]).not.toBe(pid)), {
      timeoutMs: 30_000,
    });
  }

  /** What it has printed. */
  said(): string {
    return this.output.join('\n');
  }

  /** Address of a door, as in `door('api/query')`. */
  door(path: string): string {
    return `${this.address}${path}`;
  }

  /** Ends it as ctrl-C does; gives the exit code. */
  async stop(): Promise<number | null> {
    const ended = this.ended();
    this.child.kill('SIGINT');
    return ended;
  }

  async kill(): Promise<void> {
    const ended = this.ended();
    this.child.kill('SIGKILL');
    await ended;
  }

  static remove(data: string): void {
    rmSync(data, { recursive: true, force: true, maxRetries: 5 });
  }

  /** Its exit code, once it ends by itself. */
  untilEnd(): Promise<number | null> {
    return this.ended();
  }

  private ended(): Promise<number | null> {
    if (this.child.exitCode !== null || this.child.signalCode !== null)
      return Promise.resolve(this.child.exitCode);
    return new Promise((resolve) => this.child.once('exit', (code) => resolve(code)));
  }

  private untilReady(): Promise<string> {
    return new Promise((resolve, reject) => {
      const fail = (reason: string) => reject(new Error(`${reason}\n${this.output.slice(-40).join('\n')}`));
      const timer = setTimeout(() => fail('not ready in time'), readyMs);
      this.child.once('exit', (code) => fail(`ended with ${code}`));
      for (const stream of [this.child.stdout, this.child.stderr]) {
        if (!stream) continue;
        createInterface({ input: stream }).on('line', (line) => {
          this.output.push(line);
          this.workerDoor = /^workers connect to (\S+)$/.exec(line)?.[1] ?? this.workerDoor;
          const ready = /^ready (http:\S+)$/.exec(line);
          if (!ready?.[1]) return;
          clearTimeout(timer);
          resolve(ready[1]);
        });
      }
    });
  }
}
