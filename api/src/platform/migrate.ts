import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { Trouble } from './trouble.ts';

const folder = fileURLToPath(new URL('../../migrations/', import.meta.url));
const lockNumber = 5_742_918_366;

// what 0042 does everywhere stood in 0041 for a short time, and a database that took it so is as good
const alsoTaken: Readonly<Record<string, string>> = {
  '0041-one-large-retailer.sql': '40d76f12013ab138bfc36357b95bae791c4b4dffaac0814d42c738d95dd6e63a',
};

type Migration = { readonly name: string; readonly sql: string; readonly checksum: string };

/** The role the application comes as. Its password is told only where the server asks for one. */
export type ApplicationRole = { readonly name: string; readonly password?: string };

/** The steps that lead to today's tables, in their order. */
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
 * Brings the database of `connectionString` (its owner's) to today's tables and makes the application's role.
 *
 * Each step is one transaction; only one process at a time takes steps. Answers the names of the steps taken.
 */
export async function migrate(
  connectionString: string,
  role: ApplicationRole,
  steps = migrations(),
): Promise<string[]> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined); // a connection that breaks is told of by the question that was on its way
  await client.connect();
  try {
    await checkServer(client);
    await client.query('select pg_advisory_lock($1)', [lockNumber]);
    await makeRoles(client, role);
    await client.query(`create table if not exists migrations (
      name text primary key, checksum text not null, taken_date timestamptz not null default now())`);
    const taken = await client.query<{ name: string; checksum: string }>(
      'select name, checksum from migrations order by name',
    );
    checkHistory(taken.rows, steps);
    const open = steps.slice(taken.rows.length);
    for (const step of open) await take(client, step);
    return open.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

async function checkServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ number: string; words: string }>(
    `select current_setting('server_version_num') as number, current_setting('server_version') as words`,
  );
  if (Number(rows[0]?.number) < 150_014) {
    throw new Trouble(
      `The database server is PostgreSQL ${rows[0]?.words}; Storeward needs 15.14 or newer. Upgrade the server.`,
    );
  }
}

function checkHistory(taken: readonly { name: string; checksum: string }[], steps: readonly Migration[]): void {
  for (const [index, { name, checksum }] of taken.entries()) {
    const step = steps[index];
    if (!step) {
      throw new Trouble(
        `The database was already brought to ${name} by a newer Storeward. Start that version, or restore a backup made before it.`,
      );
    }
    if (step.name !== name || (step.checksum !== checksum && alsoTaken[name] !== checksum)) {
      throw new Trouble(
        `The step ${step.name} differs from the one this database has taken (${name}). Put the original file back; a step that was taken is never changed.`,
      );
    }
  }
}

async function take(client: pg.Client, step: Migration): Promise<void> {
  await client.query('begin');
  try {
    await client.query(`set local lock_timeout = '10s'`);
    await client.query(step.sql);
    await client.query('insert into migrations (name, checksum) values ($1, $2)', [step.name, step.checksum]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Trouble(
      `The database could not take the step ${step.name}: ${(error as Error).message}. Nothing of it was kept; mend the cause and start again.`,
    );
  }
}

/** The application owns nothing; a second role, which nobody can come as, owns the few functions that look past the walls. */
async function makeRoles(client: pg.Client, role: ApplicationRole): Promise<void> {
  const names = ['storeward_definer', 'storeward_app'];
  const password = role.password ? ` password ${client.escapeLiteral(role.password)}` : '';
  try {
    const { rows } = await client.query<{ name: string }>(
      'select rolname as name from pg_roles where rolname = any ($1)',
      [names],
    );
    const missing = names.filter((name) => !rows.some((found) => found.name === name));
    // in one go: every change by itself would wait for the disk, at every start
    const steps = [
      ...missing.map((name) => `create role ${name} nologin`),
      'grant storeward_definer to current_user',
      'revoke create on schema public from public',
      'grant usage on schema public to storeward_app, storeward_definer',
      'grant create on schema public to storeward_definer',
      role.name === 'storeward_app'
        ? `alter role storeward_app login${password}`
        : `grant storeward_app to ${client.escapeIdentifier(role.name)}`,
    ];
    await client.query(steps.join('; '));
  } catch (error) {
    throw new Trouble(
      `The owner of the database may not prepare the application's role ${role.name} (${(error as Error).message}). Let it create roles, or make the roles storeward_app and storeward_definer and grant both to it.`,
    );
  }
}

/** Refuses to go on where the application could see past the walls: as a superuser, an owner, or with row security off. */
export async function checkWalls(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined); // a connection that breaks is told of by the question that was on its way
  await client.connect();
  try {
    const { rows } = await client.query<{ who: string; why: string | null }>(`
      select current_user as who, case
        when rolsuper then 'is a superuser'
        when rolbypassrls then 'may bypass row-level security'
        when exists (select from pg_roles other where (other.rolsuper or other.rolbypassrls) and pg_has_role(oid_of.oid, other.oid, 'member'))
          then 'is a member of a role that may bypass row-level security'
        when exists (select from pg_class where relowner = oid_of.oid and relkind in ('r', 'p')) then 'owns tables'
        when exists (select from pg_class c where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
                       and pg_has_role(oid_of.oid, c.relowner, 'member')) then 'is a member of the role that owns the tables'
        when pg_has_role(oid_of.oid, 'storeward_definer', 'member') then 'is a member of storeward_definer'
      end as why
      from pg_roles oid_of where rolname = current_user`);
    const found = rows[0];
    if (found?.why) {
      throw new Trouble(
        `The application comes to the database as ${found.who}, which ${found.why}: it could see past the walls between organisations. Give it a role of its own in DATABASE_APP_URL, or leave that unset.`,
      );
    }
  } finally {
    await client.end();
  }
}
