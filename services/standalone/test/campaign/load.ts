import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '@atomicdb/testing';
import { Doors } from '../doors';
import type { Product } from '../product';

/** Start positions of Atomic with some pawns taken away: 65,536 of them, all legal. */
function thinned(random: Random): string {
  const rank = (pawn: string) => {
    const squares = Array.from({ length: 8 }, () => (random.below(2) === 0 ? pawn : '1')).join('');
    return squares.replace(/1+/g, (empty) => String(empty.length));
  };
  return `rnbqkbnr/${rank('p')}/8/8/8/8/${rank('P')}/RNBQKBNR w KQkq - 0 1`;
}

const password = 'correct-horse-battery';
const pauseMs = 60;
const giveUpMs = 15_000;

/** Visitors who ask for one position after the other; what was acknowledged to them is kept. */
export class Load {
  /** Ids of the requests that were answered with 202. */
  readonly acknowledged = new Set<string>();
  /** Asks without an answer, or answered with 5xx. */
  failed = 0;
  private ending = false;
  private visitors: Promise<unknown> = Promise.resolve();

  private constructor(
    private readonly product: Product,
    private readonly random: Random,
  ) {}

  static async start(product: Product, random: Random, accounts: number): Promise<Load> {
    const load = new Load(product, random);
    const names = Array.from({ length: accounts }, (_, index) => `visitor-${index}`);
    for (const name of names) await new Doors(product).register(name, password);
    load.visitors = Promise.all(names.map((name) => load.visit(name)));
    return load;
  }

  async stop(): Promise<void> {
    this.ending = true;
    await this.visitors;
  }

  /** Waits until so many more asks were acknowledged. */
  async untilAnswered(more: number): Promise<void> {
    const wanted = this.acknowledged.size + more;
    while (this.acknowledged.size < wanted) await sleep(pauseMs);
  }

  private async visit(username: string): Promise<void> {
    while (!this.ending) {
      await this.ask(username);
      await sleep(pauseMs);
    }
  }

  private async ask(username: string): Promise<void> {
    try {
      const body = new URLSearchParams({ fen: thinned(this.random), username, password });
      const signal = AbortSignal.timeout(giveUpMs);
      const response = await fetch(this.product.door('api/request'), { method: 'POST', body, signal });
      const answer = (await response.json()) as { task_id?: string };
      if (response.status === 202 && answer.task_id) this.acknowledged.add(answer.task_id);
      if (response.status >= 500) this.failed += 1;
    } catch {
      this.failed += 1;
    }
  }
}
