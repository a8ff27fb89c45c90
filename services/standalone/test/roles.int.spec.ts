import { EmbeddedBus } from '@atomicdb/bus';
import { withClient, type FreshDatabase } from '@atomicdb/testing';
import { schemas } from '../src';
import { startWholeProduct, type WholeProduct } from './whole-product';

/** Insufficient privilege. */
const refused = '42501';
/** Of each service: its own schema, and those of its rebuild. */
const suffixes = ['', '_rebuild', '_old'];
const pairs = schemas.flatMap((role) =>
  schemas.filter((other) => other !== role).map((other) => [role, other]),
);

describe('the roles of the product', () => {
  let product: WholeProduct;
  let fresh: FreshDatabase;

  /** Every service migrates its own schema, as it does when the product starts. */
  beforeAll(async () => {
    product = await startWholeProduct(new EmbeddedBus(() => undefined));
    fresh = product.fresh;
  });

  afterAll(() => product.stop());

  /** SQLSTATE of each statement, `done` where it is carried out. */
  function outcomes(role: string, statements: readonly string[]): Promise<string[]> {
    return withClient(fresh.roleUrl(role), async (client) => {
      const codes: string[] = [];
      for (const statement of statements) {
        codes.push(
          await client.query(statement).then(
            () => 'done',
            (error: { code?: string }) => String(error.code),
          ),
        );
      }
      return codes;
    });
  }

  function tablesOf(schema: string): Promise<string[]> {
    const text = `select tablename from pg_tables where schemaname = $1 order by 1`;
    return withClient(fresh.superuserUrl, async (client) => {
      const { rows } = await client.query<{ tablename: string }>(text, [schema]);
      return rows.map(({ tablename }) => tablename);
    });
  }

  it('own the two schemas of their rebuild, and keep each other out of them', async () => {
    for (const role of schemas) {
      const own = ['_rebuild', '_old'].map((suffix) => `create table ${role}${suffix}.mine (a int)`);
      expect(await outcomes(role, own)).toEqual(['done', 'done']);
    }
    for (const [role = '', other = ''] of pairs) {
      const statements = suffixes.flatMap((suffix) => [
        `create table ${other}${suffix}.intruder (a int)`,
        ...(suffix === ''
          ? []
          : [`select * from ${other}${suffix}.mine`, `drop table ${other}${suffix}.mine`]),
      ]);
      expect(await outcomes(role, statements)).toEqual(statements.map(() => refused));
    }
  });

  it('are six, and each reads the events of its own schema', async () => {
    expect(pairs).toHaveLength(30);
    for (const role of schemas) {
      expect(await tablesOf(role)).toContain('events');
      expect(await outcomes(role, [`select * from ${role}.events`])).toEqual(['done']);
    }
  });

  it.each(pairs)('keep %s from reading the events of %s', async (role, other) => {
    expect(await outcomes(role, [`select * from ${other}.events`])).toEqual([refused]);
  });

  it.each(pairs)('keep %s from reading, writing and changing any table of %s', async (role, other) => {
    const tables = await tablesOf(other);
    const statements = tables.flatMap((table) => [
      `select 1 from ${other}."${table}"`,
      `insert into ${other}."${table}" default values`,
      `delete from ${other}."${table}"`,
      `drop table ${other}."${table}"`,
    ]);
    statements.push(`create table ${other}.intruder (a int)`, `set role "${other}"`);
    expect(tables.length).toBeGreaterThan(5);
    expect(await outcomes(role, statements)).toEqual(statements.map(() => refused));
  });
});
