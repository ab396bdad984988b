import pg from 'pg';
import { ConfigurationError } from '../../environment/configuration-error.ts';
import {
  catalogueDifferences,
  catalogueOf,
  type CatalogueRow,
  catalogueSql,
  type RecordedCatalogue,
} from './catalogue.ts';
import {
  type ApplicationLogin,
  createRoles,
  currentRoles,
  type DatabaseRoles,
  databaseRoles,
  limitSessions,
  moveRoles,
  roleAdvice,
} from './database-roles.ts';
import { functionAccess } from './function-access.ts';
import { functionsIn, readSchema, type Schema, type SqlFunction, type Step } from './schema.ts';
import { type AppliedStep, takeOverSql } from './take-over.ts';

const lockNumber = 5_742_918_366;

export type MigrateOptions = {
  /** Derived from the name of the database by default. */
  readonly roles?: DatabaseRoles;
  readonly login?: ApplicationLogin;
  readonly schema?: Schema;
};

export type Migrated = {
  readonly roles: DatabaseRoles;
  /** The names of the steps that were applied. */
  readonly steps: readonly string[];
  /** Whether it was a database of the migrations before the baseline. */
  readonly takenOver: boolean;
  /** Instructions for an administrator of the database. */
  readonly notice: string | undefined;
  /** What a step could not mend, for the operator. */
  readonly warnings: readonly string[];
};

/** The steps applied to a database; `release` is undefined before the first start with a baseline. */
type History = { readonly applied: readonly AppliedStep[]; readonly release?: Release | undefined };
type Release = {
  readonly number: number;
  readonly functions: string;
  /** Null until a release that records it. */
  readonly catalogue: RecordedCatalogue | null;
};

/**
 * Creates the database roles and brings the database of `connectionString` (its owner's) to the schema of this release,
 * in one transaction: the roles, the pending steps (baseline and migrations), then the functions. An advisory lock
 * serialises processes; it belongs to the transaction, since a pooler may give the next statement to another session.
 * Throws `ConfigurationError`.
 */
export async function migrate(connectionString: string, options: MigrateOptions = {}): Promise<Migrated> {
  const { login = {}, schema = readSchema() } = options;
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined); // the pending query reports a broken connection
  const warnings: string[] = [];
  client.on('notice', ({ severity, message }) => {
    if (severity === 'WARNING' && message !== undefined) warnings.push(message);
  });
  await client.connect();
  try {
    return await inTransaction(client, async (run) => {
      const roles = options.roles ?? databaseRoles(await checkServer(client));
      await client.query('select pg_advisory_xact_lock($1)', [lockNumber]);
      await client.query(`set local lock_timeout = '10s'`);
      const history = await readHistory(client);
      const takeOver = history.release || history.applied.length === 0 ? undefined : takeOverSql(history.applied);
      const applied = takeOver ? [] : history.applied;
      checkHistory({ ...history, applied }, schema);
      const notice = await prepareRoles(client, roles, login, { isNew: history.applied.length === 0 });
      const existing = await currentRoles(client);
      const former =
        existing && (existing.app !== roles.app || existing.definer !== roles.definer) ? existing : undefined;
      const pending = schema.steps.slice(applied.length);
      const isUnchanged = await hasRecordedCatalogue(client, history.release);
      const isCurrent =
        isUnchanged &&
        history.release?.number === schema.release &&
        history.release.functions === schema.functionsChecksum;
      if (pending.length > 0 || !isCurrent || former) {
        if (takeOver) await applyStep(run, { name: 'of an earlier database', sql: takeOver }, schema, roles);
        await run('record of migrations', withRoles(historyTables, roles));
        await run('access to the schema', withRoles('grant create on schema public to :"definer"', roles));
        if (former) await moveRoles(client, former, roles);
        // a database that was taken over has the baseline already
        for (const step of takeOver ? pending.slice(1) : pending) await applyStep(run, step, schema, roles);
        await applyFunctions(run, schema.functions, roles);
        await run('access to the schema', withRoles('revoke create on schema public from :"definer"', roles));
        for (const { name, checksum } of pending)
          await client.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum]);
        await client.query(
          `insert into release (number, functions, catalogue) values ($1, $2, $3)
           on conflict (only_row) do update set number = $1, functions = $2, catalogue = $3, applied_date = now()`,
          [schema.release, schema.functionsChecksum, JSON.stringify(await readCatalogue(client))],
        );
      }
      return { roles, steps: pending.map(({ name }) => name), takenOver: takeOver !== undefined, notice, warnings };
    });
  } finally {
    await client.end();
  }
}

/** Creates the roles with the settings of their sessions; returns the commands that only an administrator may run. */
async function prepareRoles(
  client: pg.Client,
  roles: DatabaseRoles,
  login: ApplicationLogin,
  options: { isNew: boolean },
): Promise<string | undefined> {
  const attempt = async <T>(work: () => Promise<T>, otherwise: (error: Error) => Promise<T>) => {
    await client.query('savepoint attempt');
    return work().catch(async (error: Error) => {
      await client.query('rollback to savepoint attempt');
      return otherwise(error);
    });
  };
  const notice = await attempt(
    () => createRoles(client, roles, login, options),
    async (error) => {
      throw new ConfigurationError(await roleAdvice(client, roles, login, error));
    },
  );
  await attempt(
    () => limitSessions(client, login.name ?? roles.app),
    async (error: Error & { code?: string }) => {
      if (error.code !== '42501') throw error; // direct connections set these themselves
    },
  );
  return notice;
}

const historyTables = `
  create table if not exists migrations (
    name text primary key, checksum text not null, applied_date timestamptz not null default now());
  create table if not exists release (
    only_row boolean primary key default true check (only_row), number integer not null, functions text not null,
    applied_date timestamptz not null default now());
  alter table release add column if not exists catalogue jsonb, add column if not exists file_storage text;
  grant select on migrations, release to :"app"`;

const readCatalogue = async (client: pg.Client) => catalogueOf((await client.query<CatalogueRow>(catalogueSql)).rows);

/**
 * Whether the database has the catalogue that was recorded when it was migrated. Changed functions are created anew; throws
 * for anything else that is missing or differs, such as policies lost by a restore, since the tenants would not be isolated.
 */
async function hasRecordedCatalogue(client: pg.Client, release: Release | undefined): Promise<boolean> {
  const recorded = release?.catalogue;
  if (!recorded) return false;
  const found = await readCatalogue(client);
  const differences = catalogueDifferences(recorded, found);
  const unrepairable = differences.filter((line) => !line.startsWith('function '));
  if (unrepairable.length > 0)
    throw new ConfigurationError(
      `The database is not as Storeward left it:\n${listed(unrepairable)}\nRestore a backup made by npm run backup into an empty database, or undo the change.`,
    );
  return differences.length === 0 && recorded.server === found.server;
}

const shown = 20;
const listed = (lines: readonly string[]) =>
  [...lines.slice(0, shown), ...(lines.length > shown ? [`and ${lines.length - shown} more`] : [])]
    .map((line) => `  ${line}`)
    .join('\n');

/** Throws if the server is too old or the role is not the owner; returns the name of the database. */
async function checkServer(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{
    number: string;
    version: string;
    database: string;
    user: string;
    owner: string | null;
  }>(
    `select current_setting('server_version_num') as number, current_setting('server_version') as version,
            current_database() as database, current_user as user,
            (select pg_get_userbyid(relowner) from pg_class where oid = to_regclass('public.nodes')
                and not pg_has_role(relowner, 'usage')) as owner`,
  );
  if (Number(rows[0]?.number) < 150_014) {
    throw new ConfigurationError(
      `The database server is PostgreSQL ${rows[0]?.version}; Storeward needs 15.14 or newer. Upgrade the server.`,
    );
  }
  const { database, user, owner } = rows[0]!;
  if (owner)
    throw new ConfigurationError(
      `DATABASE_URL must name the owner of the database, ${owner}; ${user} is not. Correct it and start again.`,
    );
  return database;
}

async function readHistory(client: pg.Client): Promise<History> {
  const { rows } = await client.query<{ migrations: boolean; release: boolean }>(
    `select to_regclass('public.migrations') is not null as migrations, to_regclass('public.release') is not null as release`,
  );
  const [found] = rows;
  if (!found?.migrations) return { applied: [] };
  const applied = await client.query<AppliedStep>('select name, checksum from migrations order by name');
  if (!found.release) return { applied: applied.rows };
  const release = await client.query<Release>(
    `select number, functions, to_jsonb(r) -> 'catalogue' as catalogue from release r`,
  );
  return { applied: applied.rows, release: release.rows[0] };
}

/** Throws for a database of a newer release, and for one whose steps differ from ours. */
function checkHistory({ applied, release }: History, schema: Schema): void {
  const newer = applied[schema.steps.length]?.name;
  if (newer !== undefined || (release && release.number > schema.release)) {
    throw new ConfigurationError(
      `The database was already migrated to ${newer ?? `release ${release?.number}`} by a newer Storeward. Start that version, or restore a backup made before it.`,
    );
  }
  for (const [index, { name, checksum }] of applied.entries()) {
    const expected = schema.steps[index]!;
    if (expected.name !== name || expected.checksum !== checksum) {
      throw new ConfigurationError(
        `The migration ${expected.name} differs from the one applied to this database (${name}). Restore the original file; an applied migration must not change.`,
      );
    }
  }
}

type Run = (label: string, sql: string) => Promise<unknown>;

/** Runs `work` in one transaction; the error of a statement names the part that failed. */
async function inTransaction<T>(client: pg.Client, work: (run: Run) => Promise<T>): Promise<T> {
  const run: Run = (label, sql) =>
    client.query(sql).catch((error: unknown) => {
      throw new ConfigurationError(
        `The ${label} failed: ${(error as Error).message}. Nothing was changed; fix the cause and start again.`,
      );
    });
  await client.query(
    'begin; set local lock_timeout = 0; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0',
  );
  try {
    const result = await work(run);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

/** The functions that a step names, in a trigger or a policy, are created before it, and their bodies checked after it. */
async function applyStep(
  run: Run,
  { name, sql }: Omit<Step, 'checksum'>,
  { functions }: Schema,
  roles: DatabaseRoles,
): Promise<void> {
  const named = functionsIn(sql, functions).map((one) => one.sql);
  await run(`migration ${name}`, ['set local check_function_bodies = off', ...named].join(';\n'));
  await run(`migration ${name}`, withRoles(sql, roles));
  await run(`migration ${name}`, 'set local check_function_bodies = on');
}

async function applyFunctions(run: Run, functions: readonly SqlFunction[], roles: DatabaseRoles): Promise<void> {
  for (const { name, sql } of functions) await run(`function ${name}`, sql);
  await run('access to the functions', withRoles(functions.map(({ name }) => accessSql(name)).join('\n'), roles));
}

/** A function's name is unique, so it can be used without its signature. */
function accessSql(name: string): string {
  const access = functionAccess.get(name);
  if (!access) throw new Error(`function-access.ts does not list ${name}`);
  const owner = access.owner === 'definer' ? ':"definer"' : 'current_user';
  const grantee = access.execute === 'public' ? 'public' : `:"${access.execute}"`;
  return `
    ${access.inlined ? '' : `alter function ${name} set search_path = public, pg_temp;`}
    alter function ${name} owner to ${owner};
    revoke all on function ${name} from public, :"app", :"definer";
    grant execute on function ${name} to ${owner}, ${grantee};`;
}

/** SQL files name the roles as psql variables: `:"app"` and `:"definer"`. */
function withRoles(sql: string, roles: DatabaseRoles): string {
  return sql.replace(/:"(app|definer)"/g, (_, role: keyof DatabaseRoles) => pg.escapeIdentifier(roles[role]));
}
