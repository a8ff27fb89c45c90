import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import { createInterface } from 'node:readline';
import type { EngineCommand } from './engine-command';

/** The engine ended, could not be started or did not answer. */
export class EngineFailure extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'EngineFailure';
  }
}

const keptErrorText = 500;
const lastWordsMs = 50;
/** A third of the weight of other processes: the pages stay quick, and a busy machine does not starve the search. */
const niceness = 5;

/** A child process that is spoken to in lines. */
export class EngineProcess {
  private readonly child: ChildProcessWithoutNullStreams;
  private readonly listeners = new Set<(line: string) => void>();
  private errorText = '';
  /** Resolves with the reason once the process is gone. */
  readonly ended: Promise<EngineFailure>;
  private failure: EngineFailure | null = null;

  constructor(private readonly command: EngineCommand) {
    // A group of its own: ctrl-C belongs to the worker, which stops its engines after it gave their leases back.
    this.child = spawn(command.file, [...command.args], { detached: true, stdio: 'pipe' });
    this.ended = new Promise((resolve) => {
      const end = (reason: string) => {
        this.failure ??= new EngineFailure(`engine ${command.file} ${reason}${this.lastWords()}`);
        resolve(this.failure);
      };
      this.child.once('error', (error) => end(`cannot be started: ${error.message}`));
      this.child.once('exit', (code, signal) => {
        // What it said last is still in the pipes, which a child of its own may hold open for ever.
        setTimeout(() => {
          end(`ended with ${signal ?? `code ${code}`}`);
          this.closePipes();
        }, lastWordsMs);
      });
    });
    this.wire();
  }

  get pid(): number | undefined {
    return this.child.pid;
  }

  /** The reason why the process is gone, null while it lives. */
  get gone(): EngineFailure | null {
    return this.failure;
  }

  send(line: string): void {
    if (!this.failure) this.child.stdin.write(`${line}\n`);
  }

  /** Calls the listener with every line until the returned function is called. */
  listen(listener: (line: string) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Closes its input, which ends an engine, and kills it when it is still there after the time. */
  async end(withinMs: number): Promise<void> {
    this.send('quit');
    this.child.stdin.end();
    const force = setTimeout(() => this.kill(), withinMs);
    await this.ended;
    clearTimeout(force);
  }

  kill(): void {
    this.child.kill('SIGKILL');
  }

  private wire(): void {
    // A write to a dead engine fails here; its exit says so already.
    this.child.stdin.on('error', () => undefined);
    this.child.stderr.on('data', (bytes: Buffer) => {
      this.errorText = (this.errorText + bytes.toString()).slice(-keptErrorText);
    });
    createInterface({ input: this.child.stdout }).on('line', (line) => {
      for (const listener of [...this.listeners]) listener(line);
    });
    this.lowerPriority();
  }

  private closePipes(): void {
    for (const pipe of [this.child.stdin, this.child.stdout, this.child.stderr]) pipe.destroy();
  }

  /** A search takes what the machine has left over. Systems that refuse it run the engine as it is. */
  private lowerPriority(): void {
    try {
      if (this.child.pid !== undefined) setPriority(this.child.pid, niceness);
    } catch {
      return;
    }
  }

  private lastWords(): string {
    const text = this.errorText.trim();
    return text ? `: ${text}` : '';
  }
}
