import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { EventStore } from '@atomicdb/event-store';
import type { DomainEvent, EventRecord } from '@atomicdb/events';
import { eventually } from '@atomicdb/testing';
import { append, consumer, isBlocked, record, versionsSeen } from './contract-parts';
import { patience, type ContractScene } from './contract-scene';

const newStream = () => `request-${randomUUID()}`;

/** What both transports make of events that are missing, unreadable or wrong. Source: docs/decisions/0005. */
export function describeFaults(scene: () => ContractScene): void {
  it('stops a stream at a gap, says so once, and applies what waited with the version that was missing', async () => {
    const [gapped, other] = [newStream(), newStream()];
    const name = 'test:gap:1';
    await scene().start([consumer(scene().transport.reader, name)]);
    await scene().plant([1, 4, 3, 6].map((version) => ({ stream: gapped, version })));
    // Passed by, as this consumer does not handle it, and known all the same.
    await scene().plant([{ stream: gapped, version: 5, type: 'RequestLeased' }]);
    await scene().plant([1, 2].map((version) => ({ stream: other, version })));
    await scene().becomes(name, other, [1, 2]);
    await scene().becomes(name, gapped, [1]);
    const waiting = await scene().letters(name, [gapped, other]);
    expect(waiting.map(({ version, kind, attempts }) => [version, kind, attempts])).toEqual([
      [3, 'waiting', 0],
      [4, 'waiting', 0],
      [5, 'waiting', 0],
      [6, 'waiting', 0],
    ]);
    expect(waiting[0]?.reason).toBe('version 2 has not come before version 3');
    expect(scene().reports.filter((report) => report.includes(gapped))).toHaveLength(1);
    await scene().plant([{ stream: gapped, version: 2 }]);
    await scene().becomes(name, gapped, [1, 2, 3, 4, 6]);
    expect(await scene().letters(name, [gapped])).toEqual([]);
    const transactions = await scene().transport.reader.query(
      'count-transactions',
      'select distinct tx_id from seen where consumer = $1 and stream = $2 and version > 1',
      [name, gapped],
    );
    expect(transactions).toHaveLength(1);
  });

  it('applies what waited for a reaction after the missing version, each with its locks', async () => {
    const stream = newStream();
    const name = 'test:gap-reaction:1';
    const { reader } = scene().transport;
    const answers = new EventStore(reader, 'backing');
    const answerTo = (event: EventRecord) => `position-${event.stream}`;
    await scene().start([
      consumer(reader, name, {
        appends: { store: answers, locks: (events) => events.map(answerTo) },
        async handle(tx, event) {
          const data = { position: event.stream, status: 'WIN', gate: 'CHILDREN', plies: 1, rules: 1 };
          const events: DomainEvent[] = [{ type: 'PositionsClosed', data }];
          await answers.append(tx, [{ stream: answerTo(event), expectedVersion: 'any', events }]);
          await record(tx, name, event);
        },
      }),
    ]);
    await scene().plant([1, 3, 4].map((version) => ({ stream, version })));
    await scene().becomes(name, stream, [1]);
    await scene().plant([{ stream, version: 2 }]);
    await scene().becomes(name, stream, [1, 2, 3, 4]);
    await eventually(async () => expect(await scene().letters(name, [stream])).toEqual([]), patience);
  });

  it('sets aside exactly what was planted, goes on with the rest, and applies what is released', async () => {
    const [bad, good] = [newStream(), newStream()];
    const name = 'test:planted:1';
    let isMended = false;
    const { reader } = scene().transport;
    await scene().start([
      consumer(reader, name, {
        handle(tx, event) {
          if (event.stream === bad && event.version === 5 && !isMended) throw new TypeError('x is undefined');
          return record(tx, name, event);
        },
      }),
    ]);
    await scene().plant([
      { stream: bad, version: 1 },
      { stream: bad, version: 2, type: 'RequestPraised' },
      { stream: bad, version: 3, schemaVersion: 2 },
      { stream: bad, version: 4, payload: new Uint8Array([0x0a, 0xff]) },
      { stream: bad, version: 5 },
      ...Array.from({ length: 50 }, (_, index) => ({ stream: good, version: index + 1 })),
      { stream: bad, version: 6 },
    ]);
    await scene().becomes(name, bad, [1, 6]);
    await scene().becomes(
      name,
      good,
      Array.from({ length: 50 }, (_, index) => index + 1),
    );
    const facts = async () =>
      (await scene().letters(name, [bad, good])).map(({ version, kind, reason, attempts }) => [
        version,
        kind,
        reason.split(':')[0],
        attempts,
      ]);
    expect(await facts()).toEqual([
      [2, 'unreadable', 'unknown-type', 1],
      [3, 'unreadable', 'newer-version', 1],
      [4, 'unreadable', 'damaged', 1],
      [5, 'poison', 'poison', 1],
    ]);
    const reported = scene().reports.filter((report) => report.includes(` of ${bad} is set aside: `));
    // Some twice: the poison undoes the batch in which they were reported first.
    expect([...new Set(reported.map((report) => report.split(' is set aside: ')[1]?.split(':')[0]))]).toEqual(
      ['unknown-type', 'newer-version', 'damaged', 'poison'],
    );
    isMended = true;
    expect(await scene().release({ consumer: name })).toBe(4);
    // The consumer is idle: nothing but the mark tells it.
    await scene().becomes(name, bad, [1, 6, 5]);
    await eventually(
      async () =>
        expect(await facts()).toEqual([
          [2, 'unreadable', 'unknown-type', 2],
          [3, 'unreadable', 'newer-version', 2],
          [4, 'unreadable', 'damaged', 2],
        ]),
      patience,
    );
  });

  it('goes on behind a gap when what waits is released, and still takes the missing version later', async () => {
    const stream = newStream();
    const name = 'test:given-up:1';
    const { reader } = scene().transport;
    await scene().start([consumer(reader, name)]);
    await scene().plant([1, 4, 5, 7].map((version) => ({ stream, version })));
    await eventually(async () => expect(await scene().letters(name, [stream])).toHaveLength(3), patience);
    const [four] = await reader.query<{ event_id: string }>(
      'letter-of-version',
      'select event_id from dead_letters where consumer = $1 and stream = $2 and version = 4',
      [name, stream],
    );
    expect(await scene().release({ consumer: name, eventId: four?.event_id ?? '' })).toBe(1);
    await scene().becomes(name, stream, [1, 4, 5]);
    await scene().plant([2, 6].map((version) => ({ stream, version })));
    await scene().becomes(name, stream, [1, 4, 5, 2, 6, 7]);
    expect(await scene().letters(name, [stream])).toEqual([]);
  });

  it('puts a released letter back with its new reason, and counts the tries', async () => {
    const stream = newStream();
    const name = 'test:back:1';
    let fault = 'first';
    const { reader } = scene().transport;
    await scene().start([
      consumer(reader, name, {
        handle: (_tx, event) =>
          event.stream === stream ? Promise.reject(new Error(fault)) : Promise.resolve(),
      }),
    ]);
    await scene().plant([{ stream, version: 1 }]);
    const becomesLetter = (reason: string, attempts: number) =>
      eventually(
        async () =>
          expect(await scene().letters(name, [stream])).toEqual([
            { stream, version: 1, kind: 'poison', reason: `poison: Error: ${reason}`, attempts },
          ]),
        patience,
      );
    await becomesLetter('first', 1);
    fault = 'second';
    await scene().release({ consumer: name });
    await becomesLetter('second', 2);
  });

  it('applies a released letter once although another replica has found it at the same time', async () => {
    const stream = newStream();
    const name = 'test:replicas:1';
    let isMended = false;
    let met = 0;
    const { reader } = scene().transport;
    const replica = () =>
      consumer(reader, name, {
        async handle(tx, event) {
          if (event.stream === stream) {
            if (!isMended) throw new Error('not yet mended');
            // The first to apply them goes on when the other waits for the same letters.
            if (met === 0) await eventually(async () => expect(await isBlocked(reader)).toBe(true), patience);
            met += 1;
          }
          await record(tx, name, event);
        },
      });
    const first = await scene().start([replica()]);
    await scene().plant([1, 2, 3].map((version) => ({ stream, version })));
    await eventually(async () => expect(await scene().letters(name, [stream])).toHaveLength(3), patience);
    const second = await scene().start([replica()]);
    isMended = true;
    await scene().release({ consumer: name });
    await scene().becomes(name, stream, [1, 2, 3]);
    // What the other was about to do is over when it has stopped.
    await Promise.all([first.stop(), second.stop()]);
    expect(met).toBe(3);
    expect(await versionsSeen(reader, name, stream)).toEqual([1, 2, 3]);
    expect(await scene().letters(name, [stream])).toEqual([]);
  });

  it('lets a consumer that keeps its state in memory apply a released letter itself', async () => {
    const stream = newStream();
    const name = 'test:in-memory:1';
    const { reader } = scene().transport;
    let isMended = false;
    let total = 0;
    let open = 0;
    const totals: number[] = [];
    await scene().start([
      consumer(reader, name, {
        exclusive: true,
        handle(_tx, event) {
          if (event.stream !== stream) return Promise.resolve();
          if (event.version === 2 && !isMended) throw new Error('not yet mended');
          open += event.version;
          return Promise.resolve();
        },
        settled(outcome) {
          if (outcome === 'committed' && open > 0) totals.push((total += open));
          open = 0;
          return Promise.resolve();
        },
      }),
    ]);
    await scene().plant([1, 2, 3].map((version) => ({ stream, version })));
    await eventually(() => expect(total).toBe(4), patience);
    isMended = true;
    await scene().release({ consumer: name });
    await eventually(() => expect(totals.at(-1)).toBe(6), patience);
    expect(await scene().letters(name, [stream])).toEqual([]);
  });

  it('takes a fault back once the transport and the database answer, though nothing more comes', async () => {
    const [stream, name] = [newStream(), 'test:idle:1'];
    const lost = Object.assign(new Error('the answer is lost'), { code: '08006' });
    let isLost = false;
    const bus = await scene().start([
      consumer(scene().transport.reader, name, {
        // As when the answer to a commit is lost: all is applied, and nobody knows it.
        settled: () => {
          if (isLost) return Promise.resolve();
          isLost = true;
          return Promise.reject(lost);
        },
      }),
    ]);
    await append(scene().store, stream, 1);
    await eventually(() => expect(scene().reports).toContain('Error: the answer is lost'), patience);
    await scene().becomes(name, stream, [1]);
    await eventually(() => expect(bus.status()[0]).toEqual({ name, alive: true, lastError: null }), patience);
  });

  it('takes a consumer whose handler never returns for dead, and not one that takes its time', async () => {
    const [lasts, hangs] = [newStream(), newStream()];
    const name = 'test:hangs:1';
    let end: () => void = () => undefined;
    const bus = await scene().start([
      consumer(scene().transport.reader, name, {
        transactionLimitMs: 3_000,
        batchSize: 1,
        async handle(tx, event) {
          if (event.stream === lasts) await sleep(400);
          if (event.stream === hangs) await new Promise<void>((resolve) => (end = resolve));
          await record(tx, name, event);
        },
      }),
    ]);
    try {
      await append(scene().store, lasts, 8);
      const alive: boolean[] = [];
      await eventually(async () => {
        alive.push(bus.status()[0]?.alive ?? false);
        expect(await versionsSeen(scene().transport.reader, name, lasts)).toHaveLength(8);
      }, patience);
      expect(alive).not.toContain(false);
      await append(scene().store, hangs, 1);
      const lastError = 'a transaction has not ended within 3000 ms';
      await eventually(() => expect(bus.status()[0]).toEqual({ name, alive: false, lastError }), patience);
    } finally {
      end();
    }
    await scene().becomes(name, hangs, [1]);
    await eventually(() => expect(bus.status()[0]).toEqual({ name, alive: true, lastError: null }), patience);
  });
}
