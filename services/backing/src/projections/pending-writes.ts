import { toPass } from '../domain/from-events';
import type { AddedPosition, DomainEvent } from '@atomicdb/events';
import type { Tx } from '@atomicdb/event-store';
import { writeMoves, type MoveWrite } from '../adapters/postgres/write-moves';
import { writePasses, type PassWrite } from '../adapters/postgres/write-passes';
import { writePositions } from '../adapters/postgres/write-positions';
import { writeRequests } from '../adapters/postgres/write-requests';
import { writeRetractions } from '../adapters/postgres/write-retractions';
import type { ValueEvent } from '../domain/backing';
import { evolveRequest, type RequestEvent, type RequestFlag } from '../domain/request';

/** What the events of one batch write beside the values, each row once. */
export class PendingWrites {
  private readonly positions = new Map<string, AddedPosition>();
  private readonly moves = new Map<string, MoveWrite>();
  private readonly passes = new Map<string, PassWrite>();
  private readonly retracted = new Set<string>();
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

  addRetraction(passId: string): void {
    this.retracted.add(passId);
  }

  /** Passes that this batch completes or retracts. */
  touchedPasses(): string[] {
    return [...this.passes.keys(), ...this.retracted];
  }

  addRequestEvent(event: RequestEvent, version: number): void {
    const { requestId } = event.data;
    const flag = evolveRequest(this.requests.get(requestId), event, version);
    if (flag !== undefined) this.requests.set(requestId, flag);
  }

  async write(tx: Tx): Promise<void> {
    if (this.positions.size > 0) await writePositions(tx, [...this.positions.values()]);
    if (this.moves.size > 0) await writeMoves(tx, [...this.moves.values()]);
    if (this.passes.size > 0) await writePasses(tx, [...this.passes.values()]);
    if (this.retracted.size > 0) await writeRetractions(tx, [...this.retracted]);
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
  }
}
