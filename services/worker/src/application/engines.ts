import type { VariantName } from '@atomicdb/chess';
import type { EngineCommand } from '../adapters/engine/engine-command';
import { EngineFailure } from '../adapters/engine/engine-process';
import { probeVariants } from '../adapters/engine/probe-variants';
import { type EngineSettings, UciEngine } from '../adapters/engine/uci-engine';
import type { EngineIdentity } from '../domain/engine-identity';

/** What the engine is and plays, as it was seen. */
export interface ProbedEngine extends EngineIdentity {
  readonly build: string;
  readonly variants: readonly VariantName[];
}

/** The engine processes of a worker: one for each search under way, kept warm between searches. */
export class Engines {
  private readonly all = new Set<UciEngine>();
  private readonly idle: UciEngine[] = [];
  private readonly closing = new AbortController();

  constructor(
    private readonly command: EngineCommand,
    readonly settings: EngineSettings,
  ) {}

  /** Starts the first engine and sees what it plays; throws EngineFailure when that is nothing we search. */
  async probe(): Promise<ProbedEngine> {
    const engine = await this.take();
    const variants = await probeVariants(engine);
    this.giveBack(engine);
    const { identity, build } = engine;
    if (variants.length > 0) return { ...identity, build, variants };
    throw new EngineFailure(
      `${identity.name || this.command.file} plays none of our variants: it must list atomic in UCI_Variant and play it`,
    );
  }

  /** An idle engine, or a new one. */
  async take(): Promise<UciEngine> {
    for (let engine = this.idle.pop(); engine; engine = this.idle.pop()) {
      if (engine.isAlive) return engine;
      this.all.delete(engine);
    }
    this.closing.signal.throwIfAborted();
    const engine = await UciEngine.start(this.command, this.settings, this.closing.signal);
    this.all.add(engine);
    return engine;
  }

  giveBack(engine: UciEngine): void {
    if (engine.isAlive) this.idle.push(engine);
    else this.all.delete(engine);
  }

  /** Ends every engine, also those that are starting. */
  async close(): Promise<void> {
    this.closing.abort();
    await Promise.all([...this.all].map((engine) => engine.quit()));
  }
}
