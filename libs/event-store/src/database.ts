import type { EntitySchema, MikroORM } from '@mikro-orm/core';
import type { PostgreSqlDriver } from '@mikro-orm/postgresql';
import { tryLeadership, type Leadership } from './leadership';
import type { Migration } from './migration';
import { EventStoreMigration } from './migrations/0001-event-store';
import { statementTimeoutMs, Transaction, type Tx } from './transaction';
import { isForeign } from './upkeep/is-foreign';
import { otherMigrations } from './upkeep/other-migrations';
import { DeadLettersMigration } from './migrations/0001b-dead-letters';
import { StreamsFirstMigration } from './migrations/0001c-streams-first';

export type { Tx } from './transaction';

export interface DatabaseOptions {
  /** Name of the service: role, schema and MikroORM context. */
  readonly service: string;
  /** URL of that service's role. */
  readonly url: string;
  readonly entities?: EntitySchema[];
  /** Listed in code, oldest first; the event store's own come before them. */
  readonly migrations?: { name: string; class: new (...args: never[]) => Migration }[];
  readonly maxConnections?: number;
  /** Another schema than the service's own, which its role must own too: where its tables are made again. */
  readonly schema?: string;
}

const connectTimeoutMs = 10_000;

const ownMigrations = [
  { name: '0001-event-store', class: EventStoreMigration },
  { name: '0001b-dead-letters', class: DeadLettersMigration },
  { name: '0001c-streams-first', class: StreamsFirstMigration },
];

/** The schema of one service, through its own role. */
export class Database {
  private constructor(
    private readonly orm: MikroORM<PostgreSqlDriver>,
    private readonly options: DatabaseOptions,
  ) {}

  get service(): string {
    return this.options.service;
  }

  /** Name of the schema its statements go to. */
  get schema(): string {
    return this.options.schema ?? this.service;
  }

  static async open(options: DatabaseOptions): Promise<Database> {
    const { service, schema = service } = options;
    // Loaded with the first database: a gateway has none.
    const [core, postgres] = await Promise.all([import('@mikro-orm/core'), import('@mikro-orm/postgresql')]);
    const orm = await core.MikroORM.init<PostgreSqlDriver>({
      driver: postgres.PostgreSqlDriver,
      contextName: schema,
      clientUrl: options.url,
      schema,
      entities: options.entities ?? [],
      allowGlobalContext: false,
      discovery: { warnWhenNoEntities: false },
      pool: { min: 0, max: options.maxConnections ?? 8 },
      driverOptions: {
        // Lost connections reach whoever used them; knex would print them beside the log, which is JSON.
        log: { warn: () => undefined, error: () => undefined },
        connection: {
          statement_timeout: statementTimeoutMs,
          idle_in_transaction_session_timeout: statementTimeoutMs,
          connectionTimeoutMillis: connectTimeoutMs,
          keepAlive: true,
          application_name: `atomicdb-${schema}`,
          ...(options.schema !== undefined && { options: `-c search_path="${schema}"` }),
        },
      },
      migrations: {
        tableName: 'migrations',
        snapshot: false,
        silent: true,
        migrationsList: [...ownMigrations, ...(options.migrations ?? [])] as never,
      },
    });
    return new Database(orm, options);
  }

  /**
   * Brings the schema forward. Throws when the database is newer than this release, or was restored into another cluster
   * and its events were not given numbers of this one.
   */
  async migrate(): Promise<void> {
    await this.refuseNewer();
    // Loads much, and only a service that starts migrates.
    const { Migrator } = await import('@mikro-orm/migrations');
    const migrator = new Migrator(this.orm.em);
    await migrator.up();
    // Source: docs/decisions/0005, "Restore".
    if (await this.transaction(isForeign)) {
      throw new Error(
        `The events of ${this.service} come from another cluster of PostgreSQL: run npm run events -- restore, then start.`,
      );
    }
  }

  /** Throws when a newer release has brought the schema forward: this one would misread it. */
  async refuseNewer(): Promise<void> {
    const known = [...ownMigrations, ...(this.options.migrations ?? [])].map(({ name }) => name);
    const unknown = await this.transaction((tx) => otherMigrations(tx, known));
    if (unknown.length === 0) return;
    throw new Error(
      `The database of ${this.service} is newer than this release (it has ${unknown.join(', ')}): start a newer release.`,
    );
  }

  /**
   * Runs work in one transaction; nothing of it stays when it throws.
   *
   * @param first a statement without parameters that travels with the begin, one round trip less
   */
  transaction<T>(work: (tx: Tx) => Promise<T>, first?: string): Promise<T> {
    return Transaction.run(this.orm, first === undefined ? 'begin' : `begin;${first}`, work);
  }

  /** Runs several reads that see one moment. */
  snapshot<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return Transaction.run(this.orm, 'begin isolation level repeatable read, read only', work);
  }

  /** One statement in a transaction of its own. */
  query<Row extends object>(name: string, text: string, values: readonly unknown[] = []): Promise<Row[]> {
    return this.transaction((tx) => tx.query<Row>(name, text, values));
  }

  /** Leadership of one name in this schema, held on a connection of its own; null when another process has it. */
  tryLeadership(name: string): Promise<Leadership | null> {
    return tryLeadership(this.options.url, `${this.schema}/${name}`);
  }

  /** Throws when the database does not answer. */
  async ping(): Promise<void> {
    await this.query('ping', 'select 1');
  }

  close(): Promise<void> {
    return this.orm.close(true);
  }
}
