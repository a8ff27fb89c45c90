import { toPass } from '../domain/from-events';
import type { AddedPosition, DomainEvent } from '@atomicdb/events';
import type { Tx } from '@atomicdb/event-store';
import { writeMoves, type MoveWrite } from '../adapters/postgres/write-moves';
import { writePass } from '../adapters/postgres/write-pass';
import { writePositions } from '../adapters/postgres/write-positions';
import { writeRequests } from '../adapters/postgres/write-requests';
import { writeSeeds } from '../adapters/postgres/write-seeds';
import type { ValueEvent } from '../domain/backing';
import type { Pass } from '../domain/pass';
import { evolveRequest, type RequestEvent, type RequestFlag } from '../domain/request';
import { compareSeeds, seedsOf, type Seed } from '../domain/seeds';

/** What the events of one batch write beside the values, each row once. */
export class PendingWrites {
  private readonly positions = new Map<string, AddedPosition>();
  private readonly moves = new Map<string, MoveWrite>();
  private readonly passes = new Map<string, { position: string; pass: Pass }>();
  private readonly seeds = new Map<string, Seed>();
  private readonly requests = new Map<string, RequestFlag>();

  addValueEvent(event: ValueEvent): void {
    switch (event.type) {
      case 'PositionsAdded':
        for (const added of event.data.positions) this.positions.set(added.position, added);
        return;
      case 'MovesOpened':
        for (const move of event.data.moves) this.addMove({ position: event.data.position, ...move });
        return;
      case 'AnalysisCompleted':
        this.addAnalysis(event.data);
        return;
    }
  }

  addRequestEvent(event: RequestEvent, version: number): void {
    const { requestId } = event.data;
    const flag = evolveRequest(this.requests.get(requestId), event, version);
    if (flag !== undefined) this.requests.set(requestId, flag);
  }

  async write(tx: Tx): Promise<void> {
    if (this.positions.size > 0) await writePositions(tx, [...this.positions.values()]);
    if (this.moves.size > 0) await writeMoves(tx, [...this.moves.values()]);
    for (const { position, pass } of this.passes.values()) await writePass(tx, position, pass);
    if (this.seeds.size > 0) await writeSeeds(tx, [...this.seeds.values()]);
    if (this.requests.size > 0) await writeRequests(tx, [...this.requests.values()]);
  }

  private addMove(move: MoveWrite): void {
    const place = `${move.position} ${move.uci}`;
    if (!this.moves.has(place)) this.moves.set(place, move);
  }

  private addAnalysis(analysis: DomainEvent<'AnalysisCompleted'>['data']): void {
    if (analysis.lines.length === 0) return;
    const pass = toPass(analysis);
    this.passes.set(pass.passId, { position: analysis.position, pass });
    for (const seed of seedsOf(analysis)) {
      const place = `${seed.position} ${seed.uci}`;
      const known = this.seeds.get(place);
      if (known === undefined || compareSeeds(seed, known) > 0) this.seeds.set(place, seed);
    }
  }
}
