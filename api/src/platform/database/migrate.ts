import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { ConfigurationError } from '../configuration-error.ts';

const folder = fileURLToPath(new URL('../../../migrations', import.meta.url));
const lockNumber = 5_742_918_366;

// an earlier version of 0041 contained what 0042 does now; databases with that version are equivalent
const acceptedChecksums: Readonly<Record<string, string>> = {
  '0041-one-large-retailer.sql': '40d76f12013ab138bfc36357b95bae791c4b4dffaac0814d42c738d95dd6e63a',
};

type Migration = { readonly name: string; readonly sql: string; readonly checksum: string };

/** The database role of the application; the password only if the server requires one. */
export type ApplicationRole = { readonly name: string; readonly password?: string };

/** All migrations in order. */
export function migrations(from = folder): Migration[] {
  return readdirSync(from)
    .filter((name) => /^\d{4}-[\w-]+\.sql$/.test(name))
    .sort()
    .map((name) => {
      const sql = readFileSync(`${from}/${name}`, 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    });
}

/**
 * Applies the pending migrations to the database of `connectionString` (its owner's) and creates the application's role.
 *
 * Each migration is one transaction; an advisory lock serialises processes. Returns the names of those applied.
 * Throws `ConfigurationError`.
 */
export async function migrate(
  connectionString: string,
  role: ApplicationRole,
  migrationList = migrations(),
): Promise<string[]> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined); // the pending query reports a broken connection
  await client.connect();
  try {
    await checkServer(client);
    await client.query('select pg_advisory_lock($1)', [lockNumber]);
    await createRoles(client, role);
    await client.query(`create table if not exists migrations (
      name text primary key, checksum text not null, taken_date timestamptz not null default now())`);
    const applied = await client.query<{ name: string; checksum: string }>(
      'select name, checksum from migrations order by name',
    );
    checkHistory(applied.rows, migrationList);
    const pending = migrationList.slice(applied.rows.length);
    for (const migration of pending) await apply(client, migration);
    return pending.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

async function checkServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ number: string; version: string }>(
    `select current_setting('server_version_num') as number, current_setting('server_version') as version`,
  );
  if (Number(rows[0]?.number) < 150_014) {
    throw new ConfigurationError(
      `The database server is PostgreSQL ${rows[0]?.version}; Storeward needs 15.14 or newer. Upgrade the server.`,
    );
  }
}

function checkHistory(
  applied: readonly { name: string; checksum: string }[],
  migrationList: readonly Migration[],
): void {
  for (const [index, { name, checksum }] of applied.entries()) {
    const migration = migrationList[index];
    if (!migration) {
      throw new ConfigurationError(
        `The database was already migrated to ${name} by a newer Storeward. Start that version, or restore a backup made before it.`,
      );
    }
    if (migration.name !== name || (migration.checksum !== checksum && acceptedChecksums[name] !== checksum)) {
      throw new ConfigurationError(
        `The migration ${migration.name} differs from the one applied to this database (${name}). Restore the original file; an applied migration must not change.`,
      );
    }
  }
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('begin');
  try {
    await client.query(`set local lock_timeout = '10s'`);
    await client.query(migration.sql);
    await client.query('insert into migrations (name, checksum) values ($1, $2)', [migration.name, migration.checksum]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new ConfigurationError(
      `The migration ${migration.name} failed: ${(error as Error).message}. It was rolled back; fix the cause and start again.`,
    );
  }
}

/** The application's role owns nothing; a second role without login owns the few security definer functions. */
async function createRoles(client: pg.Client, role: ApplicationRole): Promise<void> {
  const names = ['storeward_definer', 'storeward_app'];
  const password = role.password ? ` password ${client.escapeLiteral(role.password)}` : '';
  try {
    const { rows } = await client.query<{ name: string }>(
      'select rolname as name from pg_roles where rolname = any ($1)',
      [names],
    );
    const missing = names.filter((name) => !rows.some((row) => row.name === name));
    // one round trip and one commit, since this runs at every start
    const statements = [
      ...missing.map((name) => `create role ${name} nologin`),
      'grant storeward_definer to current_user',
      'revoke create on schema public from public',
      'grant usage on schema public to storeward_app, storeward_definer',
      'grant create on schema public to storeward_definer',
      role.name === 'storeward_app'
        ? `alter role storeward_app login${password}`
        : `grant storeward_app to ${client.escapeIdentifier(role.name)}`,
    ];
    await client.query(statements.join('; '));
  } catch (error) {
    throw new ConfigurationError(
      `The owner of the database cannot create the application's role ${role.name} (${(error as Error).message}). Allow it to create roles, or create the roles storeward_app and storeward_definer and grant both to it.`,
    );
  }
}
