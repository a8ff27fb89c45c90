import type { upkeep } from '@atomicdb/event-store';
import type { Passage } from './passage';

type AppliedRow = Pick<upkeep.AppliedRow, 'version' | 'missing'>;

const nothing: AppliedRow = { version: 0, missing: [] };
const keyOf = ({ consumer, owner }: { consumer: string; owner: string }) => `${consumer} ${owner}`;

/** A passage, and the streams of which it is not yet known that everything was applied. */
interface Open {
  readonly passage: Passage;
  readonly last: Map<string, number>;
  readonly doubtful: Map<string, AppliedRow>;
}

/**
 * Finds what consumers have passed and neither applied nor set aside. The places come first, then the letters, then the
 * versions: a consumer that goes on meanwhile has applied only more by then, and what waited may have been applied.
 */
export class PassedOver {
  private readonly held: ReadonlySet<string>;

  private constructor(
    private readonly open: ReadonlyMap<string, readonly Open[]>,
    held: readonly upkeep.HeldRow[],
  ) {
    this.held = new Set(held.map((row) => `${keyOf(row)} ${row.stream}@${row.version}`));
  }

  static async begin(passages: readonly Passage[], held: readonly upkeep.HeldRow[]): Promise<PassedOver> {
    const open = new Map<string, Open[]>();
    for (const passage of passages) {
      const one = { passage, last: await passage.lastVersions(), doubtful: new Map() };
      open.set(keyOf(passage), [...(open.get(keyOf(passage)) ?? []), one]);
    }
    return new PassedOver(open, held);
  }

  /** What a consumer says it has applied. */
  take(row: upkeep.AppliedRow): void {
    for (const { last, doubtful } of this.open.get(keyOf(row)) ?? []) {
      if (row.version < (last.get(row.stream) ?? 0) || row.missing.length > 0) doubtful.set(row.stream, row);
      else last.delete(row.stream);
    }
  }

  /** After the last of them: one line for each stream. */
  async faults(): Promise<string[]> {
    const faults: string[] = [];
    for (const { passage, last, doubtful } of [...this.open.values()].flat()) {
      for (const stream of [...last.keys()].sort()) {
        const [first, ...more] = await this.passedOver(passage, stream, doubtful.get(stream) ?? nothing);
        if (first === undefined) continue;
        const others = more.length > 0 ? `, nor ${more.length} after it` : '';
        const { consumer, owner } = passage;
        faults.push(`${consumer} has passed ${stream}@${first} of ${owner} and not applied it${others}`);
      }
    }
    return faults;
  }

  private async passedOver(passage: Passage, stream: string, applied: AppliedRow): Promise<number[]> {
    const versions = await passage.versionsOf(stream);
    return versions.filter(
      (version) =>
        (version > applied.version || applied.missing.includes(version)) &&
        !this.held.has(`${keyOf(passage)} ${stream}@${version}`),
    );
  }
}
