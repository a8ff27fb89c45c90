import { eventColumns } from './event-row';

/** Most bytes of payload in one batch, so that large events do not fill the memory. */
export const mostBytes = 8_388_608;

/**
 * The next events in the order (tx_id, position) after $1, $2: at most $3 of them, and no more than have $4 bytes of
 * payload together, but one at least. The lengths of large payloads are known without reading them.
 */
export function boundedRead(condition = 'true'): string {
  return `select ${eventColumns}, tx_id || ':' || position as cursor
    from (select *, sum(octet_length(payload)) over (order by tx_id, position) as bytes,
                 row_number() over (order by tx_id, position) as n
            from (select * from events
                   where (tx_id, position) > ($1::text::xid8, $2::bigint) and ${condition}
                   order by tx_id, position
                   limit $3) as ahead) as sized
   where bytes <= $4 or n = 1
   order by sized.tx_id, sized.position`;
}
