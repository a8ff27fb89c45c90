import { EmbeddedBus } from '@atomicdb/bus';
import { Database, Migration } from '@atomicdb/event-store';
import type { PositionRow, RequestAnswer } from '@atomicdb/rest';
import { eventually, freshDatabase } from '@atomicdb/testing';
import { schemas } from '../src';
import { startFen } from './doors';
import { startWholeProduct, type WholeProduct } from './whole-product';

const afterKnightFen = 'rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1';
const ada = { username: 'ada', password: 'correct-horse-battery' };
const bob = { username: 'bob', password: 'correct-horse-battery' };
const bus = () => new EmbeddedBus(() => undefined);

class LaterMigration extends Migration {
  override up(): void {
    this.addSql('create table later (a int)');
  }
}

describe('the services in one process', () => {
  let product: WholeProduct;

  beforeAll(async () => (product = await startWholeProduct(bus())));
  afterAll(() => product.stop());

  const door = (path: string) => `http://127.0.0.1:${product.port}/atomicdb/api/${path}`;
  const post = async <Body>(path: string, fields: Record<string, string>) => {
    const answer = await fetch(door(path), { method: 'POST', body: new URLSearchParams(fields) });
    return { status: answer.status, body: (await answer.json()) as Body };
  };
  /** Of the one opened move of the start position, as the projection of backing has it. */
  const queuedBelowStart = (count: number) =>
    eventually(async () => {
      const answer = await fetch(door(`query?${new URLSearchParams({ fen: startFen }).toString()}`));
      const { composition } = (await answer.json()) as PositionRow;
      expect(composition.queued).toBe(count);
    });

  it('carry a request that is joined by two and given up by both, each at its consumers', async () => {
    for (const account of [ada, bob]) expect((await post('register', account)).status).toBe(201);
    expect((await post('walk', { fen: startFen, moves: 'g1f3' })).status).toBe(200);
    const asked = await post<RequestAnswer>('request', { fen: afterKnightFen, ...ada });
    expect(asked).toMatchObject({ status: 202, body: { status: 'queued', account: 'ada' } });
    const joined = await post<RequestAnswer>('request', { fen: afterKnightFen, ...bob });
    expect(joined.body).toMatchObject({ status: 'joined', task_id: asked.body.task_id });
    await queuedBelowStart(1);
    const cancel = `queue-cancel/${asked.body.task_id}`;
    expect(await post(cancel, ada)).toMatchObject({ status: 200, body: { status: 'left' } });
    expect((await post('my-queue', ada)).body).toMatchObject({ pending: 0, requests: [] });
    expect((await post('my-queue', bob)).body).toMatchObject({ pending: 1 });
    await queuedBelowStart(1);
    expect(await post(cancel, bob)).toMatchObject({ status: 200, body: { status: 'cancelled' } });
    await queuedBelowStart(0);
  });
});

describe('a database of a newer release', () => {
  it('is refused at the start with a sentence that names it', async () => {
    const fresh = await freshDatabase([...schemas], () => Promise.resolve());
    const later = await Database.open({
      service: 'queue',
      url: fresh.roleUrl('queue'),
      migrations: [{ name: '9999-later', class: LaterMigration }],
    });
    await later.migrate();
    await later.close();
    await expect(startWholeProduct(bus(), fresh)).rejects.toThrow(
      'The database of queue is newer than this release (it has 9999-later): start a newer release.',
    );
    await fresh.drop();
  });
});
