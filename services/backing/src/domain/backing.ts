import type { AddedPosition, AnalysisCompleted, DomainEvent, MovesOpened } from '@atomicdb/events';
import { Condensation, type ComponentId } from './condensation';
import { evaluateComponent } from './evaluate-component';
import type { Graph, NodeId } from './graph';
import { toClosure, toPass } from './from-events';
import { createHeap } from './heap';
import { comparePassOrder, orderOf, type Pass } from './pass';
import { sameStanding, type Standing } from './standing';

/** The events that can change a value. */
export const valueTypes = ['PositionsAdded', 'MovesOpened', 'AnalysisCompleted'] as const;
export type ValueEvent = DomainEvent<(typeof valueTypes)[number]>;

export function isValueEvent(event: DomainEvent): event is ValueEvent {
  return (valueTypes as readonly string[]).includes(event.type);
}

/** A position whose standing is another one than before; was is null for a position that is new in the graph. */
export interface StandingChange {
  readonly node: NodeId;
  readonly was: Standing | null;
  readonly now: Standing;
}

/**
 * The values of a graph, kept in step with events. The standings after `settle` are a function of the set of events
 * that were applied: neither their order nor the places of the settles between them matter. Source: backing.md, intro.
 */
export class Backing {
  private readonly condensation: Condensation;
  private readonly dirty = new Set<NodeId>();
  private readonly added = new Set<NodeId>();

  /** @param graph with settled standings, as they were stored, or empty */
  constructor(readonly graph: Graph) {
    this.condensation = new Condensation(graph);
  }

  apply(event: ValueEvent): void {
    switch (event.type) {
      case 'PositionsAdded':
        for (const position of event.data.positions) this.addPosition(position);
        return;
      case 'MovesOpened':
        this.openMoves(event.data);
        return;
      case 'AnalysisCompleted':
        this.completeAnalysis(event.data);
        return;
    }
  }

  /** The current pass of a position after one was taken out; null where that was its last. */
  replacePass(position: string, pass: Pass | null): void {
    this.setPass(this.intern(position), pass);
  }

  /** Evaluates what the applied events can have changed, and nothing else. Changes come in order of node. */
  settle(): StandingChange[] {
    const before = this.evaluateDirty();
    const changes: StandingChange[] = [];
    for (const node of [...new Set([...before.keys(), ...this.added])].sort((a, b) => a - b)) {
      const was = this.added.has(node) ? null : (before.get(node) as Standing);
      const now = this.graph.standingOf(node);
      if (was === null || !sameStanding(was, now)) changes.push({ node, was, now });
    }
    this.added.clear();
    return changes;
  }

  /** Marks every position to be evaluated again, as after a change of the rules. */
  touchAll(): void {
    for (let node = 0; node < this.graph.size; node += 1) this.dirty.add(node);
  }

  private addPosition({ position, legal, closure }: AddedPosition): void {
    const node = this.intern(position);
    this.graph.setFacts(node, legal, toClosure(closure));
    this.dirty.add(node);
  }

  private openMoves({ position, moves }: MovesOpened): void {
    const parent = this.intern(position);
    for (const { uci, child } of moves) {
      const below = this.intern(child);
      if (!this.graph.openMove(parent, uci, below)) continue;
      this.condensation.addMove(parent, below);
      this.dirty.add(parent);
    }
  }

  /** A pass without a line, of a position without a move, claims nothing. */
  private completeAnalysis(analysis: AnalysisCompleted): void {
    const node = this.intern(analysis.position);
    if (analysis.lines.length === 0) return;
    const pass = toPass(analysis);
    const current = this.graph.passOf(node);
    if (current !== null && comparePassOrder(orderOf(pass), orderOf(current)) <= 0) return;
    this.setPass(node, pass);
  }

  private setPass(node: NodeId, pass: Pass | null): void {
    this.graph.setPass(node, pass);
    this.dirty.add(node);
    // Completeness and support of the parents read the pass itself, not only what the node stands on.
    for (const parent of this.graph.parentsOf(node)) this.dirty.add(parent);
  }

  private intern(key: string): NodeId {
    const known = this.graph.find(key);
    if (known !== undefined) return known;
    const node = this.graph.intern(key);
    this.condensation.addNode(node);
    this.added.add(node);
    return node;
  }

  /** Components in order of rank: when one is taken out, everything below it is settled. */
  private evaluateDirty(): Map<NodeId, Standing> {
    const before = new Map<NodeId, Standing>();
    const pending = createHeap<ComponentId>();
    const enqueued = new Set<ComponentId>();
    const enqueue = (node: NodeId) => {
      const component = this.condensation.componentOf(node);
      if (enqueued.has(component)) return;
      enqueued.add(component);
      pending.push(this.condensation.rankOf(component), component);
    };
    this.dirty.forEach(enqueue);
    this.dirty.clear();
    for (let component = pending.pop(); component !== undefined; component = pending.pop()) {
      this.evaluate(this.condensation.membersOf(component), before, enqueue);
    }
    return before;
  }

  private evaluate(
    members: readonly NodeId[],
    before: Map<NodeId, Standing>,
    enqueue: (node: NodeId) => void,
  ): void {
    for (const member of members) before.set(member, this.graph.standingOf(member));
    evaluateComponent(this.graph, members);
    for (const member of members) {
      if (sameStanding(before.get(member) as Standing, this.graph.standingOf(member))) continue;
      this.graph.parentsOf(member).forEach(enqueue);
    }
  }
}

/** Evaluates every position of a graph from scratch. */
export function evaluateAll(graph: Graph): void {
  const backing = new Backing(graph);
  backing.touchAll();
  backing.settle();
}
