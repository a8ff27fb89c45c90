import { join } from 'node:path';
import type { DomainEvent } from '@atomicdb/events';
import { withClient } from '@atomicdb/testing';
import { importEvents } from '../src/commands/events/import';
import { withStores } from '../src/commands/events/stores';
import { verify } from '../src/commands/events/verify';
import { runRebuild } from '../src/commands/rebuild/run-rebuild';
import { emptyProduct } from './events/empty-product';
import { settledTables } from './events/settled-tables';

const recorded = join(__dirname, 'recorded/v0.1.0.ndjson');
const consumer = 'backing:values:1';

describe('verify of a product whose consumers stand at the end', () => {
  let product: Awaited<ReturnType<typeof emptyProduct>>;
  /** Requests with three versions each, by name. */
  let requests: string[];

  async function inSchema<Row extends object>(
    schema: string,
    statement: string,
    values: readonly unknown[] = [],
  ): Promise<Row[]> {
    const found = await withClient(product.fresh.roleUrl(schema), (client) =>
      client.query<Row>(statement, [...values]),
    );
    return found.rows;
  }
  const inBacking = (statement: string, values: readonly unknown[] = []) =>
    inSchema('backing', statement, values);
  const request = (index: number) => requests[index] ?? '';

  beforeAll(async () => {
    product = await emptyProduct();
    await importEvents(product, recorded);
    await settledTables(product.fresh);
    const rows = await inSchema<{ stream: string }>(
      'queue',
      `select stream from events group by stream having count(*) = 3 order by stream`,
    );
    requests = rows.map(({ stream }) => stream);
    await inBacking(`create table kept_versions as select * from applied_versions`);
  });
  afterEach(async () => {
    await inBacking(`delete from dead_letters`);
    await inBacking(`delete from applied_versions`);
    await inBacking(`insert into applied_versions select * from kept_versions`);
  });
  afterAll(() => product.fresh.drop());

  async function faults(): Promise<readonly string[]> {
    return (await verify(product)).faults;
  }

  /** The version of one consumer in one stream; 0: it has no row. */
  async function setVersion(stream: string, version: number, missing: readonly number[] = []): Promise<void> {
    const changed = await inBacking(
      version === 0
        ? `delete from applied_versions where consumer = $1 and stream = $2 returning version`
        : `update applied_versions set version = ${version}, missing = '{${missing.join(',')}}'
            where consumer = $1 and stream = $2 returning version`,
      [consumer, stream],
    );
    expect(changed).toHaveLength(1);
  }

  async function setAside(stream: string, version: number, kind: string, reason: string): Promise<void> {
    const [event] = await inSchema<{ event_id: string; cursor: string }>(
      'queue',
      `select event_id, tx_id || ':' || position as cursor from events where stream = $1 and version = $2`,
      [stream, version],
    );
    await inBacking(
      `insert into dead_letters (consumer, kind, owner, source, partition, cursor, event_id, type, schema_version, stream,
                                 version, occurred_at, producer, canonical_version, payload, reason, attempts)
       values ($1, $2, 'queue', 'embedded:queue', 0, $3, $4, 'RequestLeased', 1, $5, $6, now(), 'queue', 1, '', $7, 0)`,
      [consumer, kind, event?.cursor, event?.event_id, stream, version, reason],
    );
  }

  it('finds nothing, nor for consumers that were newly added and stand at the start', async () => {
    await inBacking(
      `insert into consumer_progress values
         ('new:a:1', 'embedded:queue', 0, ''), ('new:b:1', 'embedded:queue', 0, '0:1')`,
    );
    expect(await faults()).toEqual([]);
  });

  it('names the first version that a consumer has passed and not applied, with a row that is too low or none', async () => {
    await setVersion(request(0), 1);
    await setVersion(request(1), 0);
    expect(await faults()).toEqual([
      `backing: ${consumer} has passed ${request(0)}@2 of queue and not applied it, nor 1 after it`,
      `backing: ${consumer} has passed ${request(1)}@1 of queue and not applied it, nor 2 after it`,
    ]);
  });

  it('looks no further than a consumer has come', async () => {
    await setVersion(request(0), 1);
    const [cursors] = await inSchema<{ before: string; at: string }>(
      'queue',
      `select (select tx_id || ':' || position from events where stream = $1 and version = 1) as before,
              (select tx_id || ':' || position from events where stream = $1 and version = 2) as at`,
      [request(0)],
    );
    const [{ cursor: end } = { cursor: '' }] = await inSchema<{ cursor: string }>(
      'backing',
      `select cursor from consumer_progress where consumer = $1 and source = 'embedded:queue'`,
      [consumer],
    );
    const move = (to: string | undefined) =>
      inBacking(
        `update consumer_progress set cursor = $2 where consumer = $1 and source = 'embedded:queue'`,
        [consumer, to],
      );
    await move(cursors?.before);
    expect(await faults()).toEqual([]);
    await move(cursors?.at);
    expect(await faults()).toEqual([
      `backing: ${consumer} has passed ${request(0)}@2 of queue and not applied it`,
    ]);
    await move(end);
  });

  it('takes what waits among the dead letters, or has no readable envelope there, for what will be applied', async () => {
    await setVersion(request(0), 1);
    await setAside(request(0), 2, 'unreadable', 'damaged-envelope: stream, version or type is missing');
    await setAside(request(0), 3, 'waiting', 'version 2 has not come before version 3');
    await setVersion(request(1), 1);
    await setAside(request(1), 3, 'waiting', 'version 2 has not come before version 3');
    await setVersion(request(2), 2);
    await setAside(request(2), 3, 'poison', 'poison: Error: no');
    expect(await faults()).toEqual([
      `backing: ${consumer} has passed ${request(1)}@2 of queue and not applied it`,
      `backing: ${consumer} has passed ${request(2)}@3 of queue and not applied it`,
    ]);
  });

  it('names what lies on Kafka and was not looked at where no brokers are known, and how far each relay is behind', async () => {
    await inSchema(
      'queue',
      `insert into consumer_progress
       select 'relay', 'queue.events.v1', 0, tx_id || ':' || position from events order by tx_id desc, position desc
       offset 3 limit 1`,
    );
    await inBacking(`insert into consumer_progress values ($1, 'kafka:queue.events.v1', 0, '7')`, [consumer]);
    const report = await verify(product);
    await inSchema('queue', `delete from consumer_progress where source = 'queue.events.v1'`);
    await inBacking(`delete from consumer_progress where source like 'kafka:%'`);
    expect(report.looked).toContain('queue.events.v1: its relay is 3 events behind');
    expect(report.faults).toEqual([
      '2 places of relays and consumers lie on Kafka, and no topic was looked at as no brokers are known: give --kafka BROKERS',
    ]);
  });

  it('has tables that a rebuild leaves alone where it would not read what their consumers read', async () => {
    const rebuild = (kafka?: string[]) => {
      const place = { postgres: product.fresh.superuserUrl, kafka };
      const command = { names: ['backing'], place, acceptDifferences: true, dropOld: false };
      const screen = { isTerminal: false, write: () => undefined, now: () => 0 };
      return runRebuild(command, screen, new AbortController().signal);
    };
    const [before] = await inSchema<{ rows: number }>(
      'backing',
      `select count(*)::int as rows from backed_values`,
    );
    expect(before?.rows).toBeGreaterThan(0);
    await expect(rebuild(['127.0.0.1:9'])).rejects.toThrow(
      /^The consumers of backing read inside the process and have read nothing over Kafka: leave --kafka out\. Nothing was changed\.$/,
    );
    await inBacking(`create table kept_places as select * from consumer_progress`);
    await inBacking(
      `update consumer_progress set cursor = '7', source = 'kafka:' || split_part(source, ':', 2) || '.events.v1'
        where source like 'embedded:%'`,
    );
    await expect(rebuild()).rejects.toThrow(
      /^The consumers of backing read over Kafka, and no brokers are known: give --kafka BROKERS\. Nothing was changed\.$/,
    );
    await inBacking(`delete from consumer_progress`);
    await inBacking(`insert into consumer_progress select * from kept_places`);
    expect(await inSchema('backing', `select count(*)::int as rows from backed_values`)).toEqual([before]);
  });

  it('is refused on a database of a newer release, and so is a rebuild', async () => {
    const place = { postgres: product.fresh.superuserUrl };
    const command = { names: ['backing'], place, acceptDifferences: false, dropOld: false };
    const screen = { isTerminal: false, write: () => undefined, now: () => 0 };
    const newer =
      'The database of backing is newer than this release (it has 9999-later): start a newer release.';
    await inBacking(`insert into migrations (name) values ('9999-later')`);
    await expect(faults()).rejects.toThrow(newer);
    await expect(runRebuild(command, screen, new AbortController().signal)).rejects.toThrow(newer);
    await inBacking(`delete from migrations where name = '9999-later'`);
  });

  it('has tables that a rebuild of several makes again, whatever becomes of the others', async () => {
    let printed = '';
    const rebuild = (...names: string[]) => {
      const place = { postgres: product.fresh.superuserUrl };
      const screen = { isTerminal: false, write: (text: string) => void (printed += text), now: () => 0 };
      const command = { names, place, acceptDifferences: false, dropOld: true };
      return runRebuild(command, screen, new AbortController().signal);
    };
    const type = (to: string) => inSchema('queue', `update events set type = $1 where position = 1`, [to]);
    await type('Praised\u001b[2J\nbacking: switched');
    await expect(rebuild('queue', 'positions')).rejects.toThrow(/^Not rebuilt: queue\.$/);
    const reason = rebuild('queue').then(
      () => '',
      (error: Error) => error.message,
    );
    expect(await reason).toContain('Praised');
    await type('RequestJoined');
    expect(printed).toMatch(/^queue: not rebuilt: .*Praised\ufffd\[2J\ufffdbacking: switched/m);
    expect(printed).toContain('positions: switched\n');
    expect(printed).not.toContain('\nbacking: switched');
  });

  it('takes no version that was given up for one that has come', async () => {
    await setVersion(request(0), 3, [2]);
    expect(await faults()).toEqual([
      `backing: ${consumer} has passed ${request(0)}@2 of queue and not applied it`,
    ]);
  });

  it('finds nothing wrong while events are written and applied meanwhile', async () => {
    const [position] = await inSchema<{ stream: string }>('positions', `select stream from events limit 1`);
    const stream = position?.stream ?? '';
    const opened: DomainEvent = { type: 'MovesOpened', data: { position: 'p', moves: [] } };
    let isOver = false;
    const live = withStores(product, async (stores) => {
      const store = stores.get('positions');
      for (let written = 0; store; written += 1) {
        if (isOver) return written;
        await store.transaction([stream], (tx) =>
          store.append(tx, [{ stream, expectedVersion: 'any', events: [opened] }]),
        );
        await inBacking(`update applied_versions set version = version + 1 where stream = $1`, [stream]);
      }
      return 0;
    });
    const found = await faults().finally(() => (isOver = true));
    expect(await live).toBeGreaterThan(5);
    expect(found).toEqual([]);
  });
});
