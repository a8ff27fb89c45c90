import { randomUUID } from 'node:crypto';
import { EventStore, Migration, type Database } from '@atomicdb/event-store';
import type { EventRecord } from '@atomicdb/events';
import { currentTraceparent, inSpan } from '@atomicdb/telemetry';
import { stopTelemetry } from '@atomicdb/telemetry/register';
import { eventually } from '@atomicdb/testing';
import type { Bus, Consumer } from '../src';
import { describeCarrying } from './contract-carrying';
import { describeFaults } from './contract-faults';
import { append, consumer, record, seen, type Seen } from './contract-parts';
import { ContractScene } from './contract-scene';

/** A writer's database and a reader's, and a bus between them. */
export interface Transport {
  readonly writer: Database;
  readonly reader: Database;
  /** A new bus over the same data, as after a restart. */
  bus(onError?: (error: unknown, where: string) => void): Bus;
}

export class SeenMigration extends Migration {
  override up(): void {
    this.addSql(
      `create table seen (n serial primary key, consumer text not null, stream text not null, version integer not null,
                          tx_id xid8 not null default pg_current_xact_id())`,
    );
  }
}

/** What both transports promise. Source: architecture.md, "Two transports behind one port". */
export function describeBus(name: string, open: () => Promise<Transport>): void {
  describe(`the ${name} bus`, () => {
    let transport: Transport;
    let store: EventStore;
    let scene: ContractScene;
    let buses: Bus[] = [];

    beforeAll(async () => {
      transport = await open();
      store = new EventStore(transport.writer, 'queue');
      scene = new ContractScene(transport, store);
    });

    describeFaults(() => scene);
    describeCarrying(() => scene);

    afterEach(async () => {
      await scene.end();
      await Promise.all(buses.map((bus) => bus.stop()));
      buses = [];
    });

    afterAll(async () => {
      await transport.writer.close();
      await transport.reader.close();
      await stopTelemetry();
    });

    async function start(...consumers: Consumer[]): Promise<Bus> {
      const bus = transport.bus();
      buses.push(bus);
      bus.publish(store);
      for (const each of consumers) bus.consume(each);
      await bus.start();
      return bus;
    }

    async function counted(consumerName: string, stream: string, count: number): Promise<number[]> {
      return eventually(
        async () => {
          const versions = (await seen(transport.reader, consumerName))
            .filter((row) => row.stream === stream)
            .map(({ version }) => version);
          if (versions.length < count) throw new Error(`${versions.length} of ${count} seen`);
          return versions;
        },
        { timeoutMs: 60_000 },
      );
    }

    it('brings every event of a stream once and in order [CRD-12]', async () => {
      const stream = `request-${randomUUID()}`;
      await append(store, stream, 5);
      await start(consumer(transport.reader, 'test:order:1'));
      await append(store, stream, 5);
      expect(await counted('test:order:1', stream, 10)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    });

    it('goes on after a restart where the consumer stopped', async () => {
      const stream = `request-${randomUUID()}`;
      const bus = await start(consumer(transport.reader, 'test:restart:1'));
      await append(store, stream, 3);
      await counted('test:restart:1', stream, 3);
      await bus.stop();
      await append(store, stream, 3);
      await start(consumer(transport.reader, 'test:restart:1'));
      expect(await counted('test:restart:1', stream, 6)).toEqual([1, 2, 3, 4, 5, 6]);
    });

    it('applies a batch again, whole, when its transaction failed for a passing reason', async () => {
      const stream = `request-${randomUUID()}`;
      let failures = 1;
      const failing = consumer(transport.reader, 'test:passing:1', {
        async handle(tx, event) {
          await record(tx, 'test:passing:1', event);
          if (event.stream === stream && event.version === 2 && failures-- > 0) {
            throw Object.assign(new Error('the server restarts'), { code: '57P01' });
          }
        },
      });
      await append(store, stream, 3);
      await start(failing);
      expect(await counted('test:passing:1', stream, 3)).toEqual([1, 2, 3]);
    });

    it('sets a poisonous event aside alone and goes on with its stream', async () => {
      const stream = `request-${randomUUID()}`;
      const name = `test:poison:1`;
      const poisoned = consumer(transport.reader, name, {
        handle: (tx, event) => {
          if (event.stream === stream && event.version === 2) throw new Error('cannot be applied');
          return record(tx, name, event);
        },
      });
      await append(store, stream, 3);
      await start(poisoned);
      expect(await counted(name, stream, 2)).toEqual([1, 3]);
      const letters = await transport.reader.query<Seen & { reason: string }>(
        'read-letters',
        `select stream, version, reason from dead_letters where consumer = $1 and stream = $2`,
        [name, stream],
      );
      expect(letters).toEqual([{ stream, version: 2, reason: 'poison: Error: cannot be applied' }]);
    });

    it('sets an event of unknown type aside for every consumer of its owner', async () => {
      const stream = `request-${randomUUID()}`;
      await append(store, stream, 1);
      await transport.writer.query(
        'plant-unknown',
        `insert into events (event_id, stream, version, type, schema_version, occurred_at, canonical_version, payload)
         values (gen_random_uuid(), $1, 2, 'RequestPraised', 1, now(), 1, '')`,
        [stream],
      );
      await append(store, stream, 1);
      await start(consumer(transport.reader, 'test:unknown:1'));
      expect(await counted('test:unknown:1', stream, 2)).toEqual([1, 3]);
      const letters = await transport.reader.query<{ reason: string }>(
        'read-unknown',
        `select reason from dead_letters where consumer = 'test:unknown:1' and stream = $1`,
        [stream],
      );
      expect(letters).toEqual([{ reason: 'unknown-type: unknown event type RequestPraised' }]);
    });

    it('counts an event once although the progress was lost and everything comes again', async () => {
      const stream = `request-${randomUUID()}`;
      const bus = await start(consumer(transport.reader, 'test:again:1'));
      await append(store, stream, 3);
      await counted('test:again:1', stream, 3);
      await bus.stop();
      await transport.reader.query('forget', `delete from consumer_progress where consumer = 'test:again:1'`);
      await start(consumer(transport.reader, 'test:again:1'));
      await append(store, stream, 1);
      expect(await counted('test:again:1', stream, 4)).toEqual([1, 2, 3, 4]);
    });

    it('appends what a reaction decides in the transaction of its progress', async () => {
      const stream = `request-${randomUUID()}`;
      const answers = new EventStore(transport.reader, 'backing');
      const answerTo = (event: EventRecord) => `position-${event.stream}-${event.version}`;
      const name = 'test:reaction:1';
      const reaction = consumer(transport.reader, name, {
        appends: { store: answers, locks: (events) => events.map(answerTo) },
        async handle(tx, event) {
          const data = { position: event.stream, status: 'WIN', gate: 'CHILDREN', plies: 1, rules: 1 };
          await answers.append(tx, [
            { stream: answerTo(event), expectedVersion: 0, events: [{ type: 'PositionsClosed', data }] },
          ]);
          await record(tx, name, event);
        },
      });
      await start(reaction);
      await append(store, stream, 2);
      await counted(name, stream, 2);
      const rows = await transport.reader.query<Seen>(
        'read-answers',
        `select stream, version from events where stream like 'position-' || $1 || '%' order by position`,
        [stream],
      );
      expect(rows).toEqual([
        { stream: `position-${stream}-1`, version: 1 },
        { stream: `position-${stream}-2`, version: 1 },
      ]);
    });

    it('lets one process at a time consume exclusively, and another take over when it stops', async () => {
      const stream = `request-${randomUUID()}`;
      const exclusive = (label: string) =>
        consumer(transport.reader, 'test:exclusive:1', {
          exclusive: true,
          handle: (tx, event) => record(tx, label, event),
        });
      const first = await start(exclusive('test:first'));
      await append(store, stream, 1);
      await counted('test:first', stream, 1);
      await start(exclusive('test:second'));
      await append(store, stream, 2);
      expect(await counted('test:first', stream, 3)).toEqual([1, 2, 3]);
      await first.stop();
      await append(store, stream, 2);
      expect(await counted('test:second', stream, 2)).toEqual([4, 5]);
    });

    it('lets another take over when the connection by which one leads is cut, and each event counts once', async () => {
      const stream = `request-${randomUUID()}`;
      const name = 'test:cut:1';
      const asked: string[] = [];
      const led: string[] = [];
      const exclusive = (label: string) => {
        const tryLeadership: Database['tryLeadership'] = async (leading) => {
          asked.push(label);
          // Whoever has led once leaves it to the other.
          const leadership = led.includes(label) ? null : await transport.reader.tryLeadership(leading);
          if (leadership) led.push(label);
          return leadership;
        };
        const database: Database = Object.create(transport.reader, {
          tryLeadership: { value: tryLeadership },
        });
        const handle: Consumer['handle'] = (tx, event) => record(tx, `test:cut-${label}`, event);
        return consumer(database, name, { exclusive: true, handle });
      };
      await start(exclusive('first'));
      await append(store, stream, 1);
      await counted('test:cut-first', stream, 1);
      await start(exclusive('second'));
      const cut = await transport.reader.query(
        'cut-leader',
        `select pg_terminate_backend(pid) from pg_stat_activity
          where application_name like $1 and datname = current_database()`,
        [`atomicdb-lead-%/${name}`],
      );
      expect(cut).toHaveLength(1);
      await eventually(() => expect(led).toEqual(['first', 'second']), { timeoutMs: 60_000 });
      // It has let go of its work, or it would not ask for the leadership again.
      await eventually(() => expect(asked.filter((label) => label === 'first').length).toBeGreaterThan(1));
      await append(store, stream, 3);
      expect(await counted('test:cut-second', stream, 3)).toEqual([2, 3, 4]);
      expect(await counted('test:cut-first', stream, 1)).toEqual([1]);
    });

    it('carries the trace of the appender to the handler', async () => {
      const stream = `request-${randomUUID()}`;
      const traces: (string | null)[] = [];
      const name = 'test:trace:1';
      await start(
        consumer(transport.reader, name, {
          handle: (tx, event) => {
            if (event.stream === stream) traces.push(currentTraceparent());
            return record(tx, name, event);
          },
        }),
      );
      let sent: string | null = null;
      await inSpan('ask', {}, async () => {
        sent = currentTraceparent();
        await append(store, stream, 1);
      });
      await counted(name, stream, 1);
      const traceId = (traceparent: string | null | undefined) => traceparent?.split('-')[1];
      expect(traceId(sent)).toMatch(/^[0-9a-f]{32}$/);
      expect(traceId(traces[0])).toBe(traceId(sent));
    });

    it('shows a tail nothing from before, tells it so, and shows it whatever comes from then on', async () => {
      const [before, after] = [`request-${randomUUID()}`, `request-${randomUUID()}`];
      const earlier = await start(consumer(transport.reader, 'test:before:1'));
      await append(store, before, 1);
      // Over Kafka an event is there from its relay on.
      await counted('test:before:1', before, 1);
      await earlier.stop();
      const told: string[] = [];
      const bus = transport.bus();
      buses.push(bus);
      bus.publish(store);
      bus.tail({
        name: 'test:tail:1',
        types: ['RequestJoined'],
        joined: () => told.push('joined'),
        handle: ({ stream }) => [before, after].includes(stream) && told.push(stream),
      });
      await bus.start();
      expect(told).toEqual(['joined']);
      expect(bus.status()[0]).toEqual({ name: 'test:tail:1', alive: true, lastError: null });
      await append(store, after, 2);
      await eventually(() => expect(told).toEqual(['joined', after, after]), { timeoutMs: 60_000 });
    });
  });
}
