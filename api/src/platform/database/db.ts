import type { Duplex } from 'node:stream';
import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryExecutorProvider,
  type RawBuilder,
  sql,
} from 'kysely';
import pg from 'pg';
import { cancelStatement } from './cancel-request.ts';
import { types } from './result-types.ts';
import { verifySession } from './session-check.ts';
import { type Limits, sessionOptions, standardLimits } from './session-settings.ts';
import { statementName } from './statement-names.ts';
import { StatementTime } from './statement-time.ts';
import { traced } from '../tracing.ts';
import type { Tables } from './tables.gen.ts';

/** Builds queries, typed by the tables; it has no connection. */
export const build = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/** Anything that compiles to SQL: a Kysely builder or a `sql` template. */
export type Query<T> = { compile(executor: QueryExecutorProvider): CompiledQuery<T> };

/** The parameters of a prepared query, as expressions. */
export type Placeholders<V> = { readonly [K in keyof V]: RawBuilder<V[K]> };

/** Compiles a query once, at its first use, and from then on only substitutes its parameters. */
export function prepared<V extends Record<string, unknown>, T>(
  buildQuery: (placeholders: Placeholders<V>) => Query<T>,
): (values: V) => Query<T> {
  class Placeholder {
    readonly name: string;
    constructor(name: string) {
      this.name = name;
    }
  }
  const placeholders = new Proxy({} as Placeholders<V>, {
    get: (_, name) => sql`${new Placeholder(String(name))}`,
  });
  let compiled: CompiledQuery<T> | undefined;
  return (values) => ({
    compile(executor) {
      const { parameters, ...query } = (compiled ??= buildQuery(placeholders).compile(executor));
      return {
        ...query,
        parameters: parameters.map((value) => (value instanceof Placeholder ? values[value.name] : value)),
      };
    },
  });
}

/** Runs queries in one transaction. */
export type Db = {
  many<T>(query: Query<T>): Promise<T[]>;
  first<T>(query: Query<T>): Promise<T | undefined>;
  /** Returns the number of affected rows; `seconds` replaces the limits of the session for this statement. */
  run(query: Query<unknown>, timeout?: { seconds: number }): Promise<number>;
  /** Sends a statement without waiting for its result; if it fails, so does the commit. */
  pipeline(query: Query<unknown>): void;
  /** Reads the rows of a query by a cursor, `size` rows at a time, as of the first read; one query at a time. */
  stream<T>(query: Query<T>, options: { size: number; seconds: number }): AsyncGenerator<T[]>;
};

type ExecuteOptions = { readonly seconds?: number; readonly unobserved?: boolean; readonly unnamed?: boolean };

type ResultObserver = (query: CompiledQuery, result: pg.QueryResult) => void;
let resultObserver: ResultObserver | undefined;

/**
 * Sets a function that is called with every statement and its result: the tests compare these with the types that the
 * code asserts.
 */
export function observeResults(observer: ResultObserver): void {
  resultObserver = observer;
}

/** One transaction on one connection. Statements are pipelined: each is sent at once, without waiting for earlier results. */
export class Transaction implements Db {
  readonly #client: pg.PoolClient;
  readonly #cancelStatement: (client: pg.PoolClient) => Promise<void>;
  readonly #onRelease: (statementMs: number) => void;
  readonly #time = new StatementTime();
  #last: Promise<unknown>;
  #isOver = false;
  #failure: Error | undefined;
  #cancelled: Promise<void> | undefined;

  constructor(
    client: pg.PoolClient,
    cancel: (client: pg.PoolClient) => Promise<void>,
    onRelease: (statementMs: number) => void = () => undefined,
  ) {
    this.#client = client;
    this.#cancelStatement = cancel;
    this.#onRelease = onRelease;
    this.#cork();
    this.#last = this.#time.during(client.query('begin')).catch((error: unknown) => this.#cancelAfterTimeout(error));
  }

  async #execute<T>(
    query: Query<T>,
    { seconds, unobserved = false, unnamed = false }: ExecuteOptions = {},
  ): Promise<pg.QueryResult> {
    // the connection may already be in use by another request, with another organisation's scope
    if (this.#isOver) throw new Error('the transaction is over');
    try {
      const compiled = query.compile(build);
      const { sql, parameters } = compiled;
      this.#cork();
      const name = unnamed ? undefined : statementName(sql);
      const limit = seconds === undefined ? {} : { query_timeout: seconds * 1000 + 1_000 };
      const setLimit = (value: string) =>
        void this.#client.query({ text: `set local statement_timeout = ${value}`, ...limit }).catch(() => undefined);
      if (seconds !== undefined) setLimit(`'${seconds}s'`);
      const values = parameters as unknown[];
      const send = () => this.#client.query({ text: sql, values, types, ...(name ? { name } : {}), ...limit });
      const pending = this.#time.during(traced({ kind: 'statement', sql }, send));
      if (seconds !== undefined) setLimit('default');
      // without the results, which would otherwise stay in memory until the end of the transaction
      this.#last = Promise.allSettled([this.#last, pending]).then(() => undefined);
      const result = await pending;
      resultObserver?.(compiled, result);
      return result;
    } catch (error) {
      this.#cancelAfterTimeout(error);
      if (unobserved) this.#failure ??= error as Error;
      // later statements fail because of this one, so report the first error
      throw this.#failure ?? error;
    }
  }

  async many<T>(query: Query<T>): Promise<T[]> {
    return (await this.#execute(query)).rows as T[];
  }

  async first<T>(query: Query<T>): Promise<T | undefined> {
    return (await this.many(query))[0];
  }

  async run(query: Query<unknown>, timeout?: { seconds: number }): Promise<number> {
    return (await this.#execute(query, timeout)).rowCount ?? 0;
  }

  async *stream<T>(query: Query<T>, { size, seconds }: { size: number; seconds: number }): AsyncGenerator<T[]> {
    const compiled = query.compile(build);
    const declared = sql.raw(`declare streamed no scroll cursor for ${compiled.sql}`).compile(build);
    // an unnamed statement, since a named one must not return different columns for a cursor of the same name
    const options = { seconds, unnamed: true };
    await this.#execute({ compile: () => ({ ...declared, parameters: compiled.parameters }) }, options);
    const next = { compile: () => ({ ...compiled, sql: `fetch ${size} from streamed`, parameters: [] }) };
    for (;;) {
      const { rows } = await this.#execute<T>(next, options);
      if (rows.length > 0) yield rows as T[];
      if (rows.length < size) break;
    }
    this.pipeline(sql.raw('close streamed'));
  }

  pipeline(query: Query<unknown>): void {
    if (this.#isOver) throw new Error('the transaction is over');
    this.#execute(query, { unobserved: true }).catch(() => undefined);
  }

  /** Throws if the database could not commit, or a pipelined statement failed. */
  async commit(): Promise<void> {
    if (this.#failure) throw this.#failure;
    this.#cork();
    const end = this.#client.query('commit');
    this.#release(end);
    // PostgreSQL responds to COMMIT in a failed transaction with ROLLBACK
    if ((await end).command !== 'COMMIT') throw this.#failure ?? new Error('the transaction was rolled back');
  }

  /** Ends a read-only transaction without waiting for the result. */
  finish(): void {
    this.#release(this.#client.query('commit'));
  }

  /** Does nothing if the transaction has ended. Await it only if the release of its locks matters. */
  async rollback(): Promise<void> {
    if (this.#isOver) return;
    const end = this.#client.query('rollback');
    this.#release(end);
    await end.catch(() => undefined);
  }

  /** Cancels the running statement, which fails. The connection is not returned to the pool until the server has done so. */
  cancel(): void {
    if (!this.#isOver) this.#cancelled ??= this.#cancelStatement(this.#client);
  }

  /** The server still runs a statement whose response is no longer awaited. */
  #cancelAfterTimeout(error: unknown): void {
    if ((error as Error).message === 'Query read timeout') this.#cancelled ??= this.#cancelStatement(this.#client);
  }

  /** Statements of the same tick are written to the socket together, which saves system calls. */
  #cork(): void {
    const { stream } = (this.#client as pg.PoolClient & { connection: { stream: Duplex } }).connection;
    if (stream.writableCorked > 0) return;
    stream.cork();
    process.nextTick(() => stream.uncork());
  }

  #release(end: Promise<unknown>): void {
    this.#isOver = true;
    void this.#releaseAfter(this.#time.during(end));
  }

  async #releaseAfter(end: Promise<unknown>): Promise<void> {
    const [, ended] = await Promise.allSettled([this.#last, end]);
    if (ended.status === 'rejected') this.#cancelAfterTimeout(ended.reason);
    await this.#cancelled;
    this.#client.release(ended.status === 'rejected');
    this.#onRelease(this.#time.milliseconds);
  }
}

/** The connection pool; all access is through transactions. */
export type Database = {
  readonly pool: pg.Pool;
  /** `onRelease` is called once the connection is free again, with the time that statements took. */
  begin(onRelease?: (statementMs: number) => void): Promise<Transaction>;
  transaction<T>(work: (db: Transaction) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

/** A connection URL with the database role in it. */
export type Connection = { readonly connectionString: string };

/** Creates the pool; connections are opened on demand. */
export function openDatabase(
  { connectionString }: Connection,
  { connections = 10, limits = standardLimits }: { connections?: number; limits?: Limits } = {},
): Database {
  const options: pg.PoolConfig & { pipeline: boolean } = {
    connectionString,
    max: connections,
    pipeline: true,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: limits.connectMs,
    query_timeout: limits.giveUpMs,
    keepAlive: true,
    options: sessionOptions(limits),
    application_name: 'storeward',
    verify: (client, settle) => void verifySession(client, limits).then(() => settle(), settle),
  };
  const pool = new pg.Pool(options);
  // the pending query reports a broken connection; without this handler the error event would end the process
  pool.on('connect', (client) => client.on('error', () => undefined));
  pool.on('error', () => undefined); // a broken idle connection is replaced on demand
  const closing = new AbortController();
  const cancel = (client: pg.PoolClient) => cancelStatement(client, closing.signal);
  const begin: Database['begin'] = async (onRelease) => new Transaction(await pool.connect(), cancel, onRelease);
  return {
    pool,
    begin,
    transaction: (work) => inTransaction(begin, work),
    close() {
      closing.abort();
      return pool.end();
    },
  };
}

/** Commits what `work` does, or rolls it back if it fails. */
export async function inTransaction<T>(
  begin: () => Promise<Transaction>,
  work: (db: Transaction) => Promise<T>,
): Promise<T> {
  const db = await begin();
  try {
    const result = await work(db);
    await db.commit();
    return result;
  } catch (error) {
    // a retry must not wait for the locks of this transaction
    await db.rollback();
    throw error;
  }
}
