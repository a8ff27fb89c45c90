import { type EngineIdentity, parseIdentity } from '../../domain/engine-identity';
import { parseInfo, type UciInfo } from '../../domain/uci-info';
import type { EngineCommand } from './engine-command';
import { EngineFailure, EngineProcess } from './engine-process';

export interface EngineSettings {
  readonly threads: number;
  readonly hashMb: number;
}

/** One search: all values are checked by the caller, an engine checks nothing. */
export interface EngineSearch {
  readonly uciVariant: string;
  readonly fen: string;
  readonly nodes: number;
  readonly multipv: number;
}

/** Under load the bundled engine was seen to take 9 s to its first word. */
const answerMs = 60_000;
const quitMs = 2_000;
const stopMs = 10_000;

/** A running engine that speaks UCI; one search at a time. */
export class UciEngine {
  private stopTimer: NodeJS.Timeout | undefined;

  private constructor(
    private readonly process: EngineProcess,
    readonly identity: EngineIdentity,
    readonly build: string,
  ) {}

  /**
   * Starts the engine and sets threads and hash; rejects with EngineFailure.
   *
   * @param signal kills it while it starts
   */
  static async start(
    command: EngineCommand,
    settings: EngineSettings,
    signal: AbortSignal,
  ): Promise<UciEngine> {
    const process = new EngineProcess(command);
    const kill = () => process.kill();
    signal.addEventListener('abort', kill);
    try {
      const lines = await ask(process, ['uci'], (line) => line === 'uciok', answerMs);
      const engine = new UciEngine(process, parseIdentity(lines), command.build);
      process.send(`setoption name Threads value ${settings.threads}`);
      process.send(`setoption name Hash value ${settings.hashMb}`);
      await engine.ready([]);
      return engine;
    } catch (error) {
      process.kill();
      throw error;
    } finally {
      signal.removeEventListener('abort', kill);
    }
  }

  get pid(): number | undefined {
    return this.process.pid;
  }

  get isAlive(): boolean {
    return this.process.gone === null;
  }

  /**
   * Searches to the end or until it is told to stop.
   *
   * @param onInfo called with every info line
   * @param signal stops the search; an engine that does not obey is killed
   * @returns the best move; null where there is none. Rejects with EngineFailure when the engine dies
   */
  async search(
    search: EngineSearch,
    onInfo: (info: UciInfo) => void,
    signal: AbortSignal,
  ): Promise<string | null> {
    await this.ready([
      `setoption name UCI_Variant value ${search.uciVariant}`,
      `setoption name MultiPV value ${search.multipv}`,
      'ucinewgame',
    ]);
    // An engine forgets a stop that comes before its go.
    if (signal.aborted) return null;
    const stop = () => this.stop();
    signal.addEventListener('abort', stop);
    try {
      return await this.go(search, onInfo);
    } finally {
      signal.removeEventListener('abort', stop);
      clearTimeout(this.stopTimer);
    }
  }

  quit(): Promise<void> {
    return this.process.end(quitMs);
  }

  kill(): void {
    this.process.kill();
  }

  private async go(search: EngineSearch, onInfo: (info: UciInfo) => void): Promise<string | null> {
    const go = [`position fen ${search.fen}`, `go nodes ${search.nodes}`];
    const isLast = (line: string) => line.startsWith('bestmove');
    const lines = await ask(this.process, go, isLast, null, (line) => {
      const info = parseInfo(line);
      if (info) onInfo(info);
    });
    const [, move] = (lines.at(-1) ?? '').split(/\s+/);
    return move === undefined || move === '(none)' || move === '0000' ? null : move;
  }

  private stop(): void {
    this.process.send('stop');
    this.stopTimer = setTimeout(() => this.process.kill(), stopMs);
  }

  private async ready(commands: readonly string[]): Promise<void> {
    await ask(this.process, [...commands, 'isready'], (line) => line === 'readyok', answerMs);
  }
}

/** Sends lines and reads until the last one of the answer, which comes last in the result. */
function ask(
  process: EngineProcess,
  commands: readonly string[],
  isLast: (line: string) => boolean,
  withinMs: number | null,
  onLine?: (line: string) => void,
): Promise<readonly string[]> {
  return new Promise((resolve, reject) => {
    const lines: string[] = [];
    const late = () => finish(() => reject(new EngineFailure(`no answer to ${commands.at(-1)}`)));
    const timer = withinMs === null ? undefined : setTimeout(late, withinMs);
    const deaf = process.listen((line) => {
      const text = line.trim();
      onLine?.(text);
      if (!onLine || isLast(text)) lines.push(text);
      if (isLast(text)) finish(() => resolve(lines));
    });
    function finish(settle: () => void) {
      clearTimeout(timer);
      deaf();
      settle();
    }
    void process.ended.then((failure) => finish(() => reject(failure)));
    for (const command of commands) process.send(command);
  });
}
