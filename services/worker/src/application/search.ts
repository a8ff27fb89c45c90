import { type ChessPosition, isVariantName, parsePosition, uciVariant } from '@atomicdb/chess';
import type { workerApi } from '@atomicdb/rpc';
import { EngineFailure } from '../adapters/engine/engine-process';
import type { UciEngine } from '../adapters/engine/uci-engine';
import { toLegalLines } from '../domain/legal-lines';
import {
  collect,
  passLines,
  type ReportedLine,
  type SearchReport,
  startReport,
} from '../domain/search-report';
import type { UciInfo } from '../domain/uci-info';
import type { Engines, ProbedEngine } from './engines';

export type SearchEnd =
  | { readonly kind: 'finished'; readonly complete: workerApi.Complete }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'crashed'; readonly reason: string };

const netText = /^NNUE evaluation using (\S+)/;

/** An engine checks nothing, so the position is checked here; throws EngineFailure. */
function readPosition({ variant, fen }: workerApi.Assignment): ChessPosition {
  if (!isVariantName(variant)) throw new EngineFailure(`variant ${variant} is unknown`);
  const position = parsePosition(variant, fen);
  if (!position.ok) throw new EngineFailure(position.error.message);
  return position.value;
}

export function toApiLine({ rank, score, depth, seldepth, pv }: ReportedLine): workerApi.Line {
  return { rank, ...score, depth, seldepth, pv: [...pv] };
}

/** One search under one lease. */
export class Search {
  report: SearchReport;
  private readonly cancelling = new AbortController();
  private net = '';
  private readonly startedAt = performance.now();

  constructor(
    readonly assignment: workerApi.Assignment,
    private readonly engines: Engines,
    private readonly probed: ProbedEngine,
  ) {
    this.report = startReport(assignment.multipv);
  }

  get elapsedMs(): number {
    return Math.round(performance.now() - this.startedAt);
  }

  async run(): Promise<SearchEnd> {
    try {
      const position = readPosition(this.assignment);
      this.report = startReport(Math.min(this.assignment.multipv, position.legal));
      await this.searchWith(await this.engines.take(), position);
      return this.isCancelled ? { kind: 'cancelled' } : this.finish(position);
    } catch (error) {
      if (this.isCancelled) return { kind: 'cancelled' };
      return { kind: 'crashed', reason: error instanceof Error ? error.message : String(error) };
    }
  }

  /** The result is no longer wanted. */
  cancel(): void {
    this.cancelling.abort();
  }

  private get isCancelled(): boolean {
    return this.cancelling.signal.aborted;
  }

  private async searchWith(engine: UciEngine, position: ChessPosition): Promise<void> {
    try {
      const { nodes, multipv } = this.assignment;
      const search = { uciVariant: uciVariant(position.variant), fen: position.fen, nodes, multipv };
      await engine.search(search, (info) => this.collect(info), this.cancelling.signal);
    } finally {
      this.engines.giveBack(engine);
    }
  }

  private collect(info: UciInfo): void {
    this.report = collect(this.report, info);
    this.net = netText.exec(info.text ?? '')?.[1] ?? this.net;
  }

  private finish(position: ChessPosition): SearchEnd {
    const lines = toLegalLines(position, passLines(this.report));
    if (!lines) throw new EngineFailure('the engine plays moves that the rules do not have');
    const { leaseId, token } = this.assignment;
    const { threads, hashMb } = this.engines.settings;
    const complete = {
      leaseId,
      token,
      nodes: this.report.nodes,
      lines: lines.map(toApiLine),
      engine: toEngineInfo(this.probed, 0),
      engineBuild: this.probed.build,
      netHash: this.net,
      threads,
      hashMb,
      elapsedMs: this.elapsedMs,
    };
    return { kind: 'finished', complete };
  }
}

/** @param nodesPerSecond 0 where it was not measured */
export function toEngineInfo(
  { name, version, variants }: ProbedEngine,
  nodesPerSecond: number,
): workerApi.EngineInfo {
  return { name, version, variants: [...variants], nodesPerSecond };
}
