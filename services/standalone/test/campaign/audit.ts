import { decodePayload, type RequestCompleted } from '@atomicdb/events';
import { withClient } from '@atomicdb/testing';
import { schemas } from '../../src';

function endOf(schemaVersion: number, payload: Buffer): RequestCompleted {
  const event = decodePayload('RequestCompleted', schemaVersion, payload);
  if (event.type !== 'RequestCompleted') throw new Error(`${event.type} ends no request`);
  return event.data;
}

/** What is wrong with a product at rest; empty when nothing is. Letters as in reliability.md, "Fault campaign". */
export async function audit(url: string, acknowledged: ReadonlySet<string>): Promise<string[]> {
  return withClient(url, async (client) => {
    const rows = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
      (await client.query<Row>(text, values)).rows;
    const faults: string[] = [];
    const none = async (what: string, text: string, values: unknown[] = []) => {
      const found = await rows<{ found: string }>(text, values);
      if (found.length > 0) faults.push(`${what}: ${found.length}, first ${found[0]?.found}`);
    };

    await none(
      'V1 acknowledged requests that did not end',
      `select id as found from unnest($1::text[]) as id
        where not exists (select from queue.requests where request_id = id and state = 'COMPLETED')`,
      [[...acknowledged]],
    );
    const completed = await rows<{ schema_version: number; payload: Buffer }>(
      `select schema_version, payload from queue.events where type = 'RequestCompleted'`,
    );
    const ends = completed.map((row) => endOf(row.schema_version, row.payload));
    await none(
      'V3 requests completed by a search without exactly one AnalysisCompleted',
      `select id as found from unnest($1::text[]) as id
         left join analyses.events on stream = 'analysis-' || id and type = 'AnalysisCompleted'
        group by id having count(event_id) <> 1`,
      [ends.filter(({ by }) => by === 'analysis').map(({ requestId }) => requestId)],
    );
    await none(
      'V1 requests that did not end exactly once',
      `select coalesce(request_id, id) as found from unnest($1::text[]) as id
         full join (select * from queue.requests where state = 'COMPLETED') as there on request_id = id
        group by found having count(id) <> 1 or count(request_id) <> 1`,
      [ends.map(({ requestId }) => requestId)],
    );
    await none(
      'V2 events without their pass, or the other way round',
      `select coalesce(pass_id, stream) as found from analyses.passes
         full join (select * from analyses.events where type = 'AnalysisCompleted') as completed
           on completed.payload = passes.event
        where pass_id is null or stream is null`,
    );
    await none(
      'V4 passes that are not on the boards, or the other way round',
      `select coalesce(passes.pass_id, stamps.pass_id) as found
         from analyses.passes full join attribution.stamps using (pass_id)
        where passes.pass_id is null or stamps.pass_id is null`,
    );
    await none(
      'V16 positions with two open requests of a rung',
      `select position as found from queue.requests where state in ('PENDING', 'LEASED')
        group by position, budget_nodes having count(*) > 1`,
    );
    await none('V15 leases held at rest', `select lease_id as found from queue.leases where ended is null`);
    for (const schema of schemas) {
      await none(
        `V13 streams of ${schema} with a gap`,
        `select stream as found from ${schema}.events group by stream having count(*) <> max(version)`,
      );
      await none(
        `V17 dead letters of ${schema}`,
        `select consumer || ' ' || type || ': ' || reason as found from ${schema}.dead_letters`,
      );
    }
    return faults;
  });
}
