import type { Database } from '../database';

export interface AppliedRow {
  readonly consumer: string;
  readonly owner: string;
  readonly stream: string;
  readonly version: number;
  /** Versions below it that were given up. */
  readonly missing: readonly number[];
}

const page = 20_000;

/** Every version that a consumer of the schema says it has applied, a page at a time. */
export async function* readVersions(database: Database): AsyncGenerator<AppliedRow> {
  let last = ['', '', ''];
  for (;;) {
    const rows = await database.query<AppliedRow>(
      'read-versions',
      `select consumer, owner, stream, version, missing from applied_versions
        where (stream, owner, consumer) > ($1, $2, $3) order by stream, owner, consumer limit $4`,
      [...last, page],
    );
    yield* rows;
    const end = rows.at(-1);
    if (!end || rows.length < page) return;
    last = [end.stream, end.owner, end.consumer];
  }
}
