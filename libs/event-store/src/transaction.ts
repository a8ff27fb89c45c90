import type { EntityManager, PostgreSqlDriver } from '@mikro-orm/postgresql';
import type { MikroORM } from '@mikro-orm/core';
import type { QueryConfig, QueryResult } from 'pg';
import { parameterOf } from './parameter';
import { explainAborted, isUnanswered, rolledBack } from './transient';

/** One transaction of one service. */
export interface Tx {
  /** Prepared statement under `name`; bigint, xid8 and timestamptz arrive as strings. */
  query<Row extends object>(name: string, text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** From now on a statement of it may take so long, where others may take `statementTimeoutMs`. */
  allowStatements(milliseconds: number): Promise<void>;
  /** MikroORM's unit of work inside the same transaction. */
  readonly em: EntityManager;
  /** Locks of streams that it took by an EventStore, before everything else; to streams they guard it may append. */
  readonly locked: Set<string>;
  /** Whether it has done anything since its opening. */
  readonly hasBegun: boolean;
}

/** The server ends a statement that takes longer. */
export const statementTimeoutMs = 30_000;
/** For a statement over every event of a store. */
export const wholeStoreMs = 600_000;
/** What a server that lives is granted beyond it for the answer: past it the connection is taken for dead. */
const answerMs = 10_000;

/** A statement as the driver takes it; `query_timeout` ends the wait in this process. */
type Statement = Pick<QueryConfig, 'text' | 'name' | 'values'> & { query_timeout?: number };

interface Connection {
  query<Row extends object>(statement: Statement): Promise<QueryResult<Row>>;
  /** Set where the pool must not hand it out again. */
  __knex__disposed?: unknown;
}

/** What the pool of MikroORM's driver offers. */
interface Pool {
  acquireConnection(): Promise<Connection>;
  releaseConnection(connection: Connection): Promise<void>;
}

/**
 * A transaction on a connection of the ORM's own pool. The unit of work is made when it is first asked for: making and
 * flushing an empty one cost more than the statements of a short append (measured: 1.6 times the whole).
 */
export class Transaction implements Tx {
  private made: EntityManager | null = null;
  /** Of the first statement that failed. */
  private failure: unknown = null;
  private hasQueried = false;
  private longestMs = statementTimeoutMs;
  readonly locked = new Set<string>();

  private constructor(
    private readonly orm: MikroORM<PostgreSqlDriver>,
    private readonly pool: Pool,
    private readonly connection: Connection,
  ) {}

  /** @param opening the begin, with the first statement after it where there is one */
  static async run<T>(
    orm: MikroORM<PostgreSqlDriver>,
    opening: string,
    work: (tx: Tx) => Promise<T>,
  ): Promise<T> {
    const pool = orm.em.getConnection().getKnex().client as unknown as Pool;
    const connection = await pool.acquireConnection();
    try {
      return await new Transaction(orm, pool, connection).finish(opening, work);
    } finally {
      await pool.releaseConnection(connection);
    }
  }

  async query<Row extends object>(
    name: string,
    text: string,
    values: readonly unknown[] = [],
  ): Promise<Row[]> {
    this.hasQueried = true;
    try {
      return (await this.ask<Row>({ name, text, values: values.map(parameterOf) })).rows;
    } catch (error) {
      const explained = explainAborted(error, this.failure);
      this.failure ??= error;
      throw explained;
    }
  }

  async allowStatements(milliseconds: number): Promise<void> {
    await this.query('', `set local statement_timeout = ${Math.ceil(milliseconds)}`);
    this.longestMs = milliseconds;
  }

  get hasBegun(): boolean {
    return this.hasQueried || this.made !== null;
  }

  get em(): EntityManager {
    this.made ??= this.makeUnitOfWork();
    return this.made;
  }

  private async finish<T>(opening: string, work: (tx: Tx) => Promise<T>): Promise<T> {
    let result: T;
    try {
      await this.ask({ text: opening });
      result = await work(this);
      await this.made?.flush();
    } catch (error) {
      await this.rollBack();
      throw error;
    }
    const { command } = await this.commit();
    // The server answers so, and without an error, when a statement had failed and the work went on.
    if (command === 'ROLLBACK') throw rolledBack(this.failure);
    return result;
  }

  private async commit(): Promise<QueryResult> {
    try {
      return await this.ask({ text: 'commit' });
    } catch (error) {
      this.connection.__knex__disposed = error;
      throw error;
    }
  }

  /** A connection that cannot even roll back is not used again. */
  private async rollBack(): Promise<void> {
    if (this.connection.__knex__disposed !== undefined) return;
    try {
      await this.ask({ text: 'rollback' });
    } catch (error) {
      this.connection.__knex__disposed = error;
    }
  }

  /** Nothing tells of a connection whose other side has gone without a word: it is given up after a while. */
  private async ask<Row extends object>(statement: Statement): Promise<QueryResult<Row>> {
    const limitMs = this.longestMs + answerMs;
    // Behind a statement without an answer nothing gets one.
    const { __knex__disposed: cause } = this.connection;
    if (cause !== undefined) throw new Error('Connection terminated: it is given up', { cause });
    try {
      return await this.connection.query<Row>({ ...statement, query_timeout: limitMs });
    } catch (error) {
      if (isUnanswered(error)) this.connection.__knex__disposed = error;
      throw error;
    }
  }

  private makeUnitOfWork(): EntityManager {
    const em = this.orm.em.fork();
    const { connection } = this;
    const client: unknown = Object.create(this.pool, {
      transacting: { value: true },
      acquireConnection: { value: () => Promise.resolve(connection) },
      releaseConnection: { value: () => Promise.resolve() },
    });
    em.setTransactionContext({ client } as never);
    return em as EntityManager;
  }
}
