/** A stream as one consumer reads it. */
export interface ReadStream {
  readonly consumer: string;
  readonly owner: string;
  readonly stream: string;
}

/** Waiting letters whose versions follow `after` without a gap: version minus rank is the same for all of them. */
export const following = `
  select event_id from (
    select event_id, version - row_number() over (order by version) as start
      from dead_letters
     where kind = 'waiting' and consumer = $1 and owner = $2 and stream = $3 and version > $4::int
  ) as waiting where start = $4::int`;
