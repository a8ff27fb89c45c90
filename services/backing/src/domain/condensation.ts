import type { Graph, NodeId } from './graph';
import { stronglyConnected } from './strongly-connected';

/** Index of a strongly connected component; a merge retires one of the two. */
export type ComponentId = number;

/**
 * The strongly connected components of the opened-move graph with an order that puts children first. Moves are never
 * taken back, so components only merge. Invariant: rank(component of child) < rank(component of parent) for each move
 * between two components.
 *
 * A move against the order is mended by lifting a parent that nothing leads to, or lowering a child that leads nowhere;
 * else within the ranks between its two ends only (Pearce and Kelly, "A dynamic
 * topological sort algorithm for directed acyclic graphs", 2006), joined by a merge of what now lies on a cycle.
 */
export class Condensation {
  private readonly component: ComponentId[] = [];
  private readonly members: NodeId[][] = [];
  private readonly ranks: number[] = [];
  private lowestRank = 0;
  private highestRank: number;

  constructor(private readonly graph: Graph) {
    const everything = Array.from({ length: graph.size }, (_, node) => node);
    const found = stronglyConnected({
      roots: everything,
      childrenOf: (node) => graph.childrenOf(node),
      includes: () => true,
    });
    found.forEach((members, rank) => this.add(members, rank));
    this.highestRank = found.length;
  }

  componentOf(node: NodeId): ComponentId {
    return this.component[node] as ComponentId;
  }

  membersOf(component: ComponentId): readonly NodeId[] {
    return this.members[component] as NodeId[];
  }

  /** Children have smaller ranks. */
  rankOf(component: ComponentId): number {
    return this.ranks[component] as number;
  }

  /** A new node has no moves yet: below everything is right, and lines that grow downward never need mending. */
  addNode(node: NodeId): void {
    this.lowestRank -= 1;
    this.add([node], this.lowestRank);
  }

  /** To be called after the move was opened in the graph. */
  addMove(parent: NodeId, child: NodeId): void {
    const above = this.componentOf(parent);
    const below = this.componentOf(child);
    if (above === below || this.rankOf(below) < this.rankOf(above)) return;
    if (this.graph.parentsOf(parent).length === 0) this.ranks[above] = this.highestRank += 1;
    else if (this.graph.childrenOf(child).length === 0) this.ranks[below] = this.lowestRank -= 1;
    else this.mend(above, below);
  }

  private add(members: NodeId[], rank: number): void {
    const id = this.members.push(members) - 1;
    this.ranks[id] = rank;
    for (const member of members) this.component[member] = id;
  }

  private mend(above: ComponentId, below: ComponentId): void {
    const [least, greatest] = [this.rankOf(above), this.rankOf(below)];
    const within = (component: ComponentId) =>
      this.rankOf(component) >= least && this.rankOf(component) <= greatest;
    const descendants = this.reach(below, within, (node) => this.graph.childrenOf(node));
    const ancestors = this.reach(above, within, (node) => this.graph.parentsOf(node));
    const cycle = [...descendants].filter((component) => ancestors.has(component));
    const onCycle = new Set(cycle);
    const rest = (set: Set<ComponentId>) =>
      this.byRank([...set].filter((component) => !onCycle.has(component)));
    const pool = this.byRank([...new Set([...descendants, ...ancestors])]).map((id) => this.rankOf(id));
    const [lower, upper] = [rest(descendants), rest(ancestors)];
    lower.forEach((component, index) => (this.ranks[component] = pool[index] as number));
    const offset = pool.length - upper.length;
    upper.forEach((component, index) => (this.ranks[component] = pool[offset + index] as number));
    if (cycle.length > 0) this.ranks[this.merge(cycle)] = pool[lower.length] as number;
  }

  private reach(
    from: ComponentId,
    within: (component: ComponentId) => boolean,
    neighbours: (node: NodeId) => readonly NodeId[],
  ): Set<ComponentId> {
    const reached = new Set([from]);
    // A set is walked in order of insertion, what is added on the way included.
    for (const component of reached) {
      const next = this.membersOf(component).flatMap((member) => neighbours(member));
      for (const node of next) if (within(this.componentOf(node))) reached.add(this.componentOf(node));
    }
    return reached;
  }

  private byRank(components: ComponentId[]): ComponentId[] {
    return components.sort((a, b) => this.rankOf(a) - this.rankOf(b));
  }

  /** Into the largest, so that no node moves more often than the logarithm of the graph. */
  private merge(components: readonly ComponentId[]): ComponentId {
    const size = (component: ComponentId) => this.membersOf(component).length;
    const into = components.reduce((best, component) => (size(component) > size(best) ? component : best));
    const kept = this.members[into] as NodeId[];
    for (const other of components.filter((component) => component !== into)) {
      for (const member of this.members[other] as NodeId[]) {
        this.component[member] = into;
        kept.push(member);
      }
      this.members[other] = [];
    }
    return into;
  }
}
