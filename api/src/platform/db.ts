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
import type { Tables } from './tables.gen.ts';

/** Puts a question to the database into words, typed by the tables; nothing is sent by it. */
export const build = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/** Anything that can be put into words for the database. */
export type Question<T> = { compile(executor: QueryExecutorProvider): CompiledQuery<T> };

/** Where the values of a prepared question will stand. */
export type Places<V> = { readonly [K in keyof V]: RawBuilder<V[K]> };

/** A question that is asked often and always in the same words: they are found once, and from then on only its values are put in. */
export function prepared<V extends Record<string, unknown>, T>(
  ask: (places: Places<V>) => Question<T>,
): (values: V) => Question<T> {
  class Place {
    readonly name: string;
    constructor(name: string) {
      this.name = name;
    }
  }
  const places = new Proxy({} as Places<V>, { get: (_, name) => sql`${new Place(String(name))}` });
  let found: CompiledQuery<T> | undefined;
  return (values) => ({
    compile(executor) {
      const { parameters, ...words } = (found ??= ask(places).compile(executor));
      return { ...words, parameters: parameters.map((value) => (value instanceof Place ? values[value.name] : value)) };
    },
  });
}

/** Asks the database inside one transaction. */
export type Db = {
  many<T>(question: Question<T>): Promise<T[]>;
  first<T>(question: Question<T>): Promise<T | undefined>;
  /** How many rows were changed; `seconds` where a change may well take longer than anything else. */
  run(question: Question<unknown>, patience?: { seconds: number }): Promise<number>;
  /** Asks without waiting for an answer: should it fail, so does the commit, and with it all that was asked. */
  send(question: Question<unknown>): void;
};

const text = (value: string) => value;
const moment = (value: string) =>
  value.endsWith('infinity')
    ? null
    : `${value.slice(0, 10)}T${value.slice(11).replace(/(\.\d+)?\+00$/, (_, fraction: string = '') => `${fraction.padEnd(4, fraction ? '0' : '').slice(0, 4)}Z`)}`;

// Times stay text: turning them into dates and back is almost half of what a list costs.
const parsers = new Map<number, (value: string) => unknown>([
  [1184, moment],
  [1114, text],
  [1082, text],
  [20, Number],
]);
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary'): unknown =>
    (format !== 'binary' && parsers.get(oid)) || pg.types.getTypeParser(oid, format),
};

// A statement is planned once per connection under its name; filters multiply texts, so the number of names is bounded.
const names = new Map<string, string>();
function nameOf(sql: string): string | undefined {
  let name = names.get(sql);
  if (!name && names.size < 500) names.set(sql, (name = `s${names.size}`));
  return name;
}

/** One transaction on one connection. What is asked goes out at once, without waiting for the answers before it. */
export class Transaction implements Db {
  readonly #client: pg.PoolClient;
  #last: Promise<unknown>;
  #over = false;
  #fault: Error | undefined;

  constructor(client: pg.PoolClient) {
    this.#client = client;
    this.#together();
    this.#last = client.query('begin').catch(() => undefined);
  }

  async #ask<T>(
    question: Question<T>,
    { seconds, unheard = false }: { seconds?: number; unheard?: boolean } = {},
  ): Promise<pg.QueryResult> {
    // the connection may be in other hands by now, and with it another organisation's scope
    if (this.#over) throw new Error('asked after the transaction was over');
    try {
      const { sql, parameters } = question.compile(build);
      this.#together();
      const name = nameOf(sql);
      const answer = this.#client.query({
        text: sql,
        values: parameters as unknown[],
        types,
        ...(name ? { name } : {}),
        ...(seconds === undefined ? {} : { query_timeout: seconds * 1000 }),
      });
      this.#last = Promise.allSettled([this.#last, answer]);
      return await answer;
    } catch (error) {
      if (unheard) this.#fault ??= error as Error;
      // whatever is asked after it fails for its sake
      throw this.#fault ?? error;
    }
  }

  async many<T>(question: Question<T>): Promise<T[]> {
    return (await this.#ask(question)).rows as T[];
  }

  async first<T>(question: Question<T>): Promise<T | undefined> {
    return (await this.many(question))[0];
  }

  async run(question: Question<unknown>, patience?: { seconds: number }): Promise<number> {
    return (await this.#ask(question, patience)).rowCount ?? 0;
  }

  send(question: Question<unknown>): void {
    if (this.#over) throw new Error('asked after the transaction was over');
    this.#ask(question, { unheard: true }).catch(() => undefined);
  }

  /** Makes what was written last; throws when the database could not. */
  async commit(): Promise<void> {
    if (this.#fault) throw this.#fault;
    this.#together();
    const end = this.#client.query('commit');
    this.#release(end);
    // a transaction that met an error answers a commit with a rollback
    if ((await end).command !== 'COMMIT') throw this.#fault ?? new Error('the transaction was rolled back');
  }

  /** Ends a transaction that only read, without waiting. */
  finish(): void {
    this.#release(this.#client.query('commit'));
  }

  /** Takes back whatever was written; nothing happens to a transaction that is over. To be waited for only where locks matter. */
  async discard(): Promise<void> {
    if (this.#over) return;
    const end = this.#client.query('rollback');
    this.#release(end);
    await end.catch(() => undefined);
  }

  /** What is asked in one go leaves in one go: every write to the socket is a call to the system, and they add up. */
  #together(): void {
    const { stream } = (this.#client as pg.PoolClient & { connection: { stream: Duplex } }).connection;
    if (stream.writableCorked > 0) return;
    stream.cork();
    process.nextTick(() => stream.uncork());
  }

  #release(end: Promise<unknown>): void {
    this.#over = true;
    void Promise.allSettled([this.#last, end]).then(([, ended]) => this.#client.release(ended.status === 'rejected'));
  }
}

/** The way to the database that the application has: transactions, and nothing beside them. */
export type Database = {
  begin(): Promise<Transaction>;
  transaction<T>(work: (db: Transaction) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

/** Where the database is reached: its address, and the role to come as. */
export type Connection = { readonly connectionString: string };

/** Opens the way to the database; connections are made when they are first needed. */
export function openDatabase(
  { connectionString }: Connection,
  { connections = 10 }: { connections?: number } = {},
): Database {
  const options: pg.PoolConfig & { pipeline: boolean } = {
    connectionString,
    max: connections,
    pipeline: true,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: 2_000,
    query_timeout: 4_500,
    keepAlive: true,
    // a statement is planned once; what depends on the values at hand is planned inside the functions that need it
    options: '-c TimeZone=UTC -c plan_cache_mode=force_generic_plan',
    application_name: 'storeward',
  };
  const pool = new pg.Pool(options);
  // one that breaks while it works tells so to whoever asked; unheard, it would take the whole process with it
  pool.on('connect', (client) => client.on('error', () => undefined));
  pool.on('error', () => undefined); // an idle connection that breaks is replaced by the next that is needed
  const begin = async () => new Transaction(await pool.connect());
  return {
    begin,
    async transaction(work) {
      const db = await begin();
      try {
        const result = await work(db);
        await db.commit();
        return result;
      } catch (error) {
        // whoever tries again must not find the one before still in the way
        await db.discard();
        throw error;
      }
    },
    close: () => pool.end(),
  };
}
