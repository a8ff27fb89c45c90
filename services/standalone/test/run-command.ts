import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { npmScript, root } from './npm-script';

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

type Name = 'admin' | 'events' | 'rebuild' | 'start' | 'start:cluster' | 'worker';

/** One of the commands of the README, by the name of its npm script. */
export class Command {
  private out = '';
  private err = '';
  private readonly lines: string[] = [];
  private readonly ended: Promise<Ended>;

  private constructor(private readonly child: ChildProcess) {
    const { stdout, stderr } = child;
    if (!stdout || !stderr) throw new Error('no output');
    stdout.on('data', (chunk) => (this.out += String(chunk)));
    stderr.on('data', (chunk) => (this.err += String(chunk)));
    createInterface({ input: stdout }).on('line', (line) => this.lines.push(line));
    this.ended = once(child, 'close').then(([code]) => ({
      code: code as number | null,
      out: this.out,
      err: this.err,
    }));
  }

  static start(name: Name, ...args: string[]): Command {
    const command = [...npmScript(name), ...args];
    return new Command(spawn(process.execPath, command, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] }));
  }

  /** Runs it until it ends by itself. */
  static run(name: Name, ...args: string[]): Promise<Ended> {
    return Command.start(name, ...args).ended;
  }

  /** Lines of its standard output so far. */
  printed(): readonly string[] {
    return this.lines;
  }

  /** As ctrl-C does, or another signal. */
  interrupt(signal: 'SIGINT' | 'SIGTERM' | 'SIGKILL' = 'SIGINT'): Promise<Ended> {
    this.child.kill(signal);
    return this.ended;
  }

  /** Nobody reads its output any more, as after `| head`. */
  deafen(): void {
    this.child.stdout?.destroy();
  }

  untilEnd(): Promise<Ended> {
    return this.ended;
  }
}
