import { exitCodes } from './exit-codes';

/** Some shells and npm hand one ctrl-C on twice. */
const sameSignalMs = 300;

type Process = Pick<NodeJS.Process, 'on' | 'exit' | 'stdout' | 'stderr'>;

/**
 * What ends a command before it is done: ctrl-C, SIGTERM, or a reader of its output that is gone. The first ends it in
 * order, that is through every `finally`; a second signal at once.
 */
export class CommandEnd {
  private readonly ending = new AbortController();
  private code: number | null = null;
  private outputCode: number | null = null;
  private since = 0;

  private constructor(
    private readonly process: Process,
    private readonly whenReaderGone: number,
  ) {}

  /** @param whenReaderGone exit code where nobody reads the output any more, as after `| head` */
  static listen(whenReaderGone: number, process: Process = globalThis.process): CommandEnd {
    const end = new CommandEnd(process, whenReaderGone);
    process.on('SIGINT', () => end.onSignal(exitCodes.interrupted));
    process.on('SIGTERM', () => end.onSignal(exitCodes.terminated));
    process.stdout.on('error', (error: NodeJS.ErrnoException) => end.onFault(error));
    // There is nowhere left to say it.
    process.stderr.on('error', () => undefined);
    return end;
  }

  get signal(): AbortSignal {
    return this.ending.signal;
  }

  /** The exit code of a command that was broken off; null: it was not. */
  get brokenOff(): number | null {
    return this.code;
  }

  /** The exit code of a command that came to its end all the same. */
  async afterAll(code: number): Promise<number> {
    // What was written last may still meet a closed pipe.
    await new Promise<void>((resolve) => this.process.stdout.write('', () => setImmediate(resolve)));
    return this.outputCode ?? code;
  }

  private onSignal(code: number): void {
    const now = performance.now();
    if (this.code === null) this.since = now;
    else if (now - this.since > sameSignalMs) this.process.exit(code);
    this.end(code);
  }

  private onFault(error: NodeJS.ErrnoException): void {
    const isReaderGone = error.code === 'EPIPE';
    if (!isReaderGone && this.outputCode === null)
      this.process.stderr.write(`The output cannot be written: ${error.message}\n`);
    this.outputCode ??= isReaderGone ? this.whenReaderGone : exitCodes.undone;
    this.end(this.outputCode);
  }

  private end(code: number): void {
    this.code ??= code;
    this.ending.abort();
  }
}
