import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eventTypes } from '@atomicdb/events';
import { importEvents } from '../src/commands/events/import';
import { verify } from '../src/commands/events/verify';
import { emptyProduct, exported } from './events/empty-product';
import { settledTables, type TableHashes } from './events/settled-tables';
import { lettersOf } from './rebuild/letters';
import { LiveSide } from './rebuild/live-side';

const recorded = (name: string) => join(__dirname, 'recorded', name);

describe.each(['0.1.0'])('the log recorded by release %s', (release) => {
  const file = recorded(`v${release}.ndjson`);

  it('is read whole, gives every table its recorded hash, and is the same to the byte when written again', async () => {
    const product = await emptyProduct();
    const head = JSON.parse((await readFile(file, 'utf8')).split('\n')[0] ?? '') as {
      events: Record<string, number>;
    };
    const events = Object.values(head.events).reduce((sum, count) => sum + count, 0);
    expect(await importEvents(product, file)).toEqual({ written: events, skipped: 0, rows: 5 });
    expect(await exported(product, release)).toBe(await readFile(file, 'utf8'));
    expect(await importEvents(product, file)).toEqual({ written: 0, skipped: events, rows: 5 });

    const hashes = JSON.parse(await readFile(recorded(`v${release}.hashes.json`), 'utf8')) as TableHashes;
    expect(await settledTables(product.fresh)).toEqual(hashes);
    expect((await verify(product)).faults).toEqual([]);
    await product.fresh.drop();
  });
});

/** A seeded history of the product with requests of every fate, retractions, proofs and an analysis without a score. */
describe.each(['0.1.0'])('the log of every type recorded by release %s', (release) => {
  const file = recorded(`v${release}.every-type.ndjson`);

  it('has every type that there is', async () => {
    const text = await readFile(file, 'utf8');
    const types = new Set([...text.matchAll(/"type":"(\w+)"/g)].map(([, type]) => type));
    expect([...types].sort()).toEqual([...eventTypes].sort());
  });

  it('is read whole, gives every table its recorded hash and sets aside what was set aside then', async () => {
    const expected = JSON.parse(await readFile(recorded(`v${release}.every-type.expected.json`), 'utf8')) as {
      tables: Record<string, string>;
      letters: string[];
    };
    const live = await LiveSide.open();
    const { roleUrl } = live.fresh;
    await importEvents({ roleUrl }, file);
    expect(await exported({ roleUrl }, release)).toBe(await readFile(file, 'utf8'));
    await live.follow();
    await live.settle(60_000);
    expect(await live.hashes()).toEqual(expected.tables);
    expect(await lettersOf(live)).toEqual(expected.letters);
    expect(expected.letters.length).toBeGreaterThan(0);
    expect((await verify({ roleUrl, brokers: null })).faults).toEqual([]);
    await live.close();
  });
});
