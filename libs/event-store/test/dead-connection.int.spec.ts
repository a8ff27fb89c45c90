import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { freshDatabase, type FreshDatabase } from '@atomicdb/testing';
import { Database, isTransient } from '../src';

/** A way to the server that may go dead: it stays open, and nothing comes through any more. */
class DeadlyWay {
  private readonly pairs: [Socket, Socket][] = [];
  private readonly door = createServer((near) => this.join(near));

  private constructor(private readonly to: URL) {}

  static async to(server: URL): Promise<DeadlyWay> {
    const way = new DeadlyWay(server);
    way.door.listen(0, '127.0.0.1');
    await once(way.door, 'listening');
    return way;
  }

  url(): string {
    const url = new URL(this.to);
    url.port = String((this.door.address() as AddressInfo).port);
    return url.href;
  }

  private join(near: Socket): void {
    const far = connect(Number(this.to.port), this.to.hostname);
    this.pairs.push([near, far]);
    for (const socket of [near, far]) socket.on('error', () => undefined);
    near.pipe(far).pipe(near);
  }

  /** Those that are open now; later ones live. */
  goDead(): void {
    for (const [near, far] of this.pairs) {
      near.unpipe(far);
      far.unpipe(near);
      near.resume();
    }
  }

  async close(): Promise<void> {
    for (const socket of this.pairs.flat()) socket.destroy();
    this.door.close();
    await once(this.door, 'close');
  }
}

describe('a connection that goes dead without a word', () => {
  let fresh: FreshDatabase;
  let way: DeadlyWay;
  let database: Database;

  beforeAll(async () => {
    fresh = await freshDatabase(['queue'], () => Promise.resolve());
    way = await DeadlyWay.to(new URL(fresh.roleUrl('queue')));
    database = await Database.open({ service: 'queue', url: way.url(), maxConnections: 1 });
  });

  afterAll(async () => {
    await database.close();
    await way.close();
    await fresh.drop();
  });

  it('is given up for a reason that passes, and never used again', async () => {
    const failures: unknown[] = [];
    const hanging = database.transaction(async (tx) => {
      await tx.allowStatements(1_000);
      way.goDead();
      const first: unknown = await tx.query('', 'select 1').catch((error: unknown) => error);
      // Whoever goes on regardless does not wait once more.
      const second: unknown = await tx.query('', 'select 1').catch((error: unknown) => error);
      failures.push(first, second);
      throw first;
    });
    await expect(hanging).rejects.toThrow('Query read timeout');
    expect(failures.map(String)).toEqual([
      'Error: Query read timeout',
      'Error: Connection terminated: it is given up',
    ]);
    expect(failures.map(isTransient)).toEqual([true, true]);
    expect(await database.query('', 'select 1 as one')).toEqual([{ one: 1 }]);
  });
});
