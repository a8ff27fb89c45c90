import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { withDatabase } from '@atomicdb/embedded-postgres';
import { sharedKafka, sharedPostgres, withClient } from '@atomicdb/testing';
import { Doors, startFen } from './doors';
import { Product } from './product';
import { Command } from './run-command';

const database = 'atomicdb_own_parts';
/** Its data folder stays empty of a server: what a later start finds, it finds in the given one. */
const noServer = 'postgres/data';

describe('npm start on a PostgreSQL and brokers of its user', () => {
  let data: string;
  let parts: string[];
  let superuserUrl: string;

  beforeAll(async () => {
    const [postgres, kafka] = await Promise.all([sharedPostgres(), sharedKafka()]);
    superuserUrl = postgres.superuserUrl;
    await withClient(superuserUrl, (client) => client.query(`create database ${database}`));
    data = Product.dataFolder();
    parts = ['--postgres', withDatabase(superuserUrl, database), '--kafka', kafka.brokers.join(',')];
  });

  afterAll(async () => {
    Product.remove(data);
    await withClient(superuserUrl, (client) => client.query(`drop database ${database} with (force)`));
  });

  it('backs a position, and finds it again at the next start', async () => {
    const first = await Product.start('embedded', data, parts);
    await new Doors(first).ask(startFen);
    const backed = await new Doors(first).rowWhen(
      startFen,
      ({ score, analysis }) => score !== null && analysis !== null,
    );
    expect(await first.stop()).toBe(0);
    expect(existsSync(join(data, noServer))).toBe(false);
    const second = await Product.start('embedded', data, [...parts, '--no-worker']);
    const { body } = await new Doors(second).query(startFen);
    expect(body).toMatchObject({ score: backed.score, kind: backed.kind, analysis: backed.analysis });
    expect(await second.stop()).toBe(0);
  });

  it('leaves stores and topics that verify finds equal', async () => {
    const { code, out } = await Command.run('events', 'verify', ...parts);
    const topicEqual =
      /^analyses\.events\.v1: 1 messages, 0 of them a second time\n[^]*\nnothing is wrong\n$/m;
    expect([code, out]).toEqual([0, expect.stringMatching(topicEqual)]);
  });
});
