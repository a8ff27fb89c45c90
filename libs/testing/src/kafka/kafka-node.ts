import { spawn } from 'node:child_process';
import { open, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { commandLine, isAlive, signal, waitForExit } from '@atomicdb/embedded-postgres';
import { host } from './cluster-layout';
import type { NodeLayout } from './cluster-layout';
import { javaArguments } from './java';
import type { Program } from './java';

/** A start under load took 12 s; a machine that needs longer than this does not serve tests. */
const startDeadlineMs = 90_000;
const goneDeadlineMs = 10_000;

export type NodeStart = { outcome: 'started' } | { outcome: 'port-taken' | 'failed'; log: string };

/** One broker process. Its id is on disk, so that a later process finds what a killed one left. */
export class KafkaNode {
  constructor(
    private readonly layout: NodeLayout,
    private readonly port: number,
    private readonly program: Program,
    private readonly flags: string[] = [],
  ) {}

  /** Starts the process in a session of its own and waits until the broker serves. */
  async start(): Promise<NodeStart> {
    const output = await open(this.layout.output, 'a');
    const from = (await output.stat()).size;
    const words = javaArguments(this.program, 'kafka.Kafka', [this.layout.properties]);
    const stdio = ['ignore', output.fd, output.fd] as ['ignore', number, number];
    const child = spawn('java', [...this.flags, ...words], {
      cwd: this.layout.folder,
      detached: true,
      stdio,
    });
    const failed = new Promise<string>((done) => child.once('error', (error) => done(error.message)));
    child.unref();
    await output.close();
    await writeFile(this.layout.pid, String(child.pid ?? ''));
    const fault = child.pid === undefined ? await failed : await this.untilStarted(child.pid, from);
    return fault === undefined ? { outcome: 'started' } : explain(fault);
  }

  /** The process of this node, also one that an earlier, killed process started. */
  async pid(): Promise<number | undefined> {
    const pid = Number(await readFile(this.layout.pid, 'utf8').catch(() => ''));
    return pid > 0 && isAlive(pid) && commandLine(pid).includes(this.layout.properties) ? pid : undefined;
  }

  async terminate(graceMs: number): Promise<void> {
    const pid = await this.pid();
    if (pid !== undefined) {
      signal(pid, 'SIGTERM');
      if (!(await waitForExit(pid, graceMs))) await this.kill();
    }
    await rm(this.layout.pid, { force: true });
  }

  async kill(): Promise<void> {
    const pid = await this.pid();
    if (pid === undefined) return;
    signal(pid, 'SIGKILL');
    if (!(await waitForExit(pid, goneDeadlineMs))) throw new Error(`Kafka process ${pid} outlives SIGKILL.`);
  }

  /** Undefined once the broker has said that it is up and answers on its port, else what it said. */
  private async untilStarted(pid: number, from: number): Promise<string | undefined> {
    const deadline = performance.now() + startDeadlineMs;
    while (performance.now() < deadline) {
      const said = (await readFile(this.layout.output)).subarray(from).toString();
      if (said.includes('Kafka Server started') && (await accepts(this.port))) return undefined;
      if (!isAlive(pid)) return said;
      await sleep(50);
    }
    await this.kill();
    return `The broker was not up within ${startDeadlineMs / 1_000} s.`;
  }
}

/** What the broker's own words mean for the next attempt. */
export function explain(log: string): NodeStart {
  const outcome = /Address already in use|BindException/.test(log) ? 'port-taken' : 'failed';
  return { outcome, log };
}

function accepts(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(port, host);
    const end = (answer: boolean): void => {
      socket.destroy();
      done(answer);
    };
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
  });
}
