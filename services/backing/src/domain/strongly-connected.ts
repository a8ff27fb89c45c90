import type { NodeId } from './graph';

/** The part of a graph that is searched: all of `roots`, and what `childrenOf` leads to while `includes` holds. */
export interface Searched {
  readonly roots: Iterable<NodeId>;
  readonly childrenOf: (node: NodeId) => readonly NodeId[];
  readonly includes: (node: NodeId) => boolean;
}

interface Frame {
  readonly node: NodeId;
  readonly children: readonly NodeId[];
  next: number;
}

/**
 * Strongly connected components, every component after those it leads to (children first). Tarjan's algorithm with a
 * stack of its own: a line may be longer than the call stack.
 */
export function stronglyConnected(searched: Searched): NodeId[][] {
  const search = new Search(searched);
  for (const root of searched.roots) search.from(root);
  return search.found;
}

class Search {
  readonly found: NodeId[][] = [];
  /** Order of first visit, and the earliest open visit that is reachable. */
  private readonly visit = new Map<NodeId, number>();
  private readonly low = new Map<NodeId, number>();
  private readonly open: NodeId[] = [];
  private readonly isOpen = new Set<NodeId>();
  private readonly frames: Frame[] = [];

  constructor(private readonly searched: Searched) {}

  from(root: NodeId): void {
    if (this.visit.has(root)) return;
    this.enter(root);
    for (let frame = this.frames.at(-1); frame !== undefined; frame = this.frames.at(-1)) this.step(frame);
  }

  private enter(node: NodeId): void {
    this.visit.set(node, this.visit.size);
    this.low.set(node, this.visit.size - 1);
    this.open.push(node);
    this.isOpen.add(node);
    this.frames.push({ node, children: this.searched.childrenOf(node), next: 0 });
  }

  private step(frame: Frame): void {
    const child = frame.children[frame.next];
    frame.next += 1;
    if (child === undefined) this.leave(frame.node);
    else if (this.searched.includes(child)) this.follow(frame.node, child);
  }

  private follow(node: NodeId, child: NodeId): void {
    if (!this.visit.has(child)) this.enter(child);
    else if (this.isOpen.has(child)) this.lower(node, this.visit.get(child) as number);
  }

  private leave(node: NodeId): void {
    this.frames.pop();
    const low = this.low.get(node) as number;
    const parent = this.frames.at(-1);
    if (parent !== undefined) this.lower(parent.node, low);
    if (low === this.visit.get(node)) this.close(node);
  }

  private close(root: NodeId): void {
    const members = this.open.splice(this.open.lastIndexOf(root));
    for (const member of members) this.isOpen.delete(member);
    this.found.push(members);
  }

  private lower(node: NodeId, low: number): void {
    if (low < (this.low.get(node) as number)) this.low.set(node, low);
  }
}
