import { createHash } from 'node:crypto';
import type pg from 'pg';
import { sessionSettings } from '../session-settings.ts';

/** The two database roles of an installation. */
export type DatabaseRoles = {
  /** The role that the application connects as, or that is granted to the role it connects as. It owns nothing. */
  readonly app: string;
  /** Owns the security definer functions, and cannot log in. */
  readonly definer: string;
};

/** The role in the application's URL, and the password only if the server requires one. */
export type ApplicationLogin = { readonly name?: string | undefined; readonly password?: string | undefined };

const longestPrefix = 55; // shorter than the 63 bytes of an identifier, since suffixes are added

/**
 * The roles of the installation in a database: named after it, since roles belong to the whole server and another
 * installation may use it too. `storeward_app` for the database `storeward`, else `storeward_<database>_app`.
 */
export function databaseRoles(database: string): DatabaseRoles {
  const prefix = database === 'storeward' ? database : shorten(`storeward_${database}`);
  return { app: `${prefix}_app`, definer: `${prefix}_definer` };
}

function shorten(name: string): string {
  if (Buffer.byteLength(name) <= longestPrefix) return name;
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 8);
  // cuts between characters, so that the name stays valid UTF-8
  let start = name.slice(0, longestPrefix - hash.length - 1);
  while (Buffer.byteLength(start) > longestPrefix - hash.length - 1) start = [...start].slice(0, -1).join('');
  return `${start}_${hash}`;
}

/**
 * Creates the missing roles, allows the application to log in, and ensures that neither role nor `public` may create
 * objects in the database. In a new database no other role may connect either. Returns the commands for an administrator,
 * if this owner may not run them all; `roleAdvice` explains an error.
 */
export async function createRoles(
  client: pg.Client,
  roles: DatabaseRoles,
  login: ApplicationLogin,
  { isNew }: { isNew: boolean },
): Promise<string | undefined> {
  const quote = (name: string) => client.escapeIdentifier(name);
  const [app, definer] = [quote(roles.app), quote(roles.definer)];
  const { rows } = await client.query<{ name: string; login: boolean }>(
    'select rolname as name, rolcanlogin as login from pg_roles where rolname = any ($1)',
    [[roles.app, roles.definer]],
  );
  const found = new Map(rows.map(({ name, login: allowed }) => [name, allowed]));
  const password = login.password ? ` password ${client.escapeLiteral(login.password)}` : '';
  const { rows: databases } = await client.query<{ name: string; owned: boolean; temporary: boolean }>(
    `select datname as name, pg_has_role(datdba, 'usage') as owned, has_database_privilege('public', oid, 'temporary') as temporary
       from pg_database where datname = current_database()`,
  );
  const { name: databaseName, owned, temporary } = databases[0]!;
  const database = quote(databaseName);
  // one round trip and one commit, since this runs at every start
  const statements = [
    ...[roles.app, roles.definer]
      .filter((name) => !found.has(name))
      .map((name) => `create role ${quote(name)} nologin`),
    `grant ${definer} to current_user`,
    'revoke create on schema public from public',
    `grant usage on schema public to ${app}, ${definer}`,
    // it owns functions, which are created in a transaction that grants it this right
    `revoke create on schema public from ${definer}`,
    ...(owned && temporary ? [`revoke temporary on database ${database} from public`] : []),
    ...(owned && isNew
      ? [`revoke connect on database ${database} from public`, `grant connect on database ${database} to ${app}`]
      : []),
    ...((login.name ?? roles.app) !== roles.app ? [`grant ${app} to ${quote(login.name!)}`] : []),
    // altering a role conflicts with concurrent starts on the same server, so it is skipped if nothing changes
    ...((login.name ?? roles.app) === roles.app && (password || !found.get(roles.app))
      ? [`alter role ${app} login${password}`]
      : []),
  ];
  await client.query(statements.join('; '));
  return temporary && !owned
    ? `Everybody may create temporary tables in the database ${databaseName}. Run this as its owner: revoke temporary on database ${database} from public;`
    : undefined;
}

/**
 * Stores the settings of the application's sessions with its role, for connection poolers that do not pass on those of
 * a connection. Fails with 42501 for a role that an administrator created.
 */
export async function limitSessions(client: pg.Client, role: string): Promise<void> {
  const expected = Object.entries(sessionSettings()).map(([name, value]) => `${name}=${value}`);
  const { rows } = await client.query<{ database: string; settings: string[] }>(
    `select current_database() as database, coalesce(s.setconfig, '{}') as settings
       from pg_database d left join pg_roles r on r.rolname = $1
       left join pg_db_role_setting s on s.setdatabase = d.oid and s.setrole = r.oid
      where d.datname = current_database()`,
    [role],
  );
  const [{ database, settings } = { database: '', settings: [] }] = rows;
  const missing = expected.filter((setting) => !settings.includes(setting));
  if (missing.length === 0) return;
  const quote = (name: string) => client.escapeIdentifier(name);
  const statements = missing.map((setting) => {
    const [name = '', value = ''] = setting.split('=');
    return `alter role ${quote(role)} in database ${quote(database)} set ${name} = ${client.escapeLiteral(value)}`;
  });
  await client.query(statements.join('; '));
}

/** Instructions if the owner may not create or alter roles; after these commands it does not need to. */
export async function roleAdvice(
  client: pg.Client,
  roles: DatabaseRoles,
  login: ApplicationLogin,
  error: Error,
): Promise<string> {
  const quote = (name: string) => client.escapeIdentifier(name);
  const { rows } = await client.query<{ name: string }>(
    'select rolname as name from pg_roles where rolname = any ($1) union all select current_user',
    [[roles.app, roles.definer]],
  );
  const [owner, exists] = [rows.at(-1)!.name, (name: string) => rows.slice(0, -1).some((row) => row.name === name)];
  const ownLogin = (login.name ?? roles.app) === roles.app;
  const commands = [
    `${exists(roles.app) ? 'alter' : 'create'} role ${quote(roles.app)} ${ownLogin ? `login password 'choose-a-password'` : 'nologin'};`,
    ...(exists(roles.definer) ? [] : [`create role ${quote(roles.definer)} nologin;`]),
    `grant ${quote(roles.app)}, ${quote(roles.definer)} to ${quote(owner)} with admin option;`,
    `alter database ${quote(client.database ?? '')} owner to ${quote(owner)};`,
  ];
  const { host, port, database } = client;
  const location = host.startsWith('/')
    ? `localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`
    : `${host}:${port}/${database}`;
  const url = `postgresql://${encodeURIComponent(roles.app)}:choose-a-password@${location}`;
  return [
    `The owner of the database cannot create the application's role ${login.name ?? roles.app} (${error.message}). Run this as an administrator of the database server:`,
    ...commands.map((command) => `  ${command}`),
    ...(ownLogin
      ? ['Then set this, with the password you have chosen, and start again:', `  DATABASE_APP_URL=${url}`]
      : ['Then start again.']),
  ].join('\n');
}

/** The roles that policies and functions of the database name; undefined before the first migration. */
export async function currentRoles(client: pg.Client): Promise<DatabaseRoles | undefined> {
  const { rows } = await client.query<DatabaseRoles>(
    `select app.rolname as app, definer.rolname as definer
       from pg_proc f
       join pg_roles definer on definer.oid = f.proowner
       join pg_policy p on p.polname = 'base' and p.polrelid = to_regclass('public.nodes')
       join pg_roles app on app.oid = any (p.polroles) and app.oid <> f.proowner
      where f.proname = 'open_session' and f.pronamespace = 'public'::regnamespace`,
  );
  return rows[0];
}

/**
 * Moves all policies, privileges and functions of this database from one pair of roles to another, so that a database
 * that was renamed, copied or restored under another name gets roles of its own. The other roles are kept, as they may
 * be in use.
 */
export async function moveRoles(client: pg.Client, from: DatabaseRoles, to: DatabaseRoles): Promise<void> {
  const pairs = [
    [from.app, to.app],
    [from.definer, to.definer],
  ] as const;
  for (const [old, next] of pairs) {
    if (old === next) continue;
    const { rows } = await client.query<{ statement: string }>(moveStatements, [old, next]);
    await client.query(rows.map(({ statement }) => statement).join('; '));
  }
}

const moveStatements = `
  with granted (acl, object) as (
    select relacl, (case relkind when 'S' then 'sequence ' else 'table ' end) || c.oid::regclass from pg_class c
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'S')
    union all
    select proacl, 'function ' || oid::regprocedure from pg_proc where pronamespace = 'public'::regnamespace
    union all
    select nspacl, 'schema public' from pg_namespace where nspname = 'public'
  ), privilege (words, grantee) as (
    select privilege_type || ' on ' || object, grantee from granted, aclexplode(acl)
    union all
    select format('%s (%I) on table %s', privilege_type, attname, attrelid::regclass), grantee
      from pg_attribute a join pg_class c on c.oid = a.attrelid and c.relnamespace = 'public'::regnamespace, aclexplode(attacl)
  )
  select format('alter policy %I on %s to %s', polname, polrelid::regclass,
           (select string_agg(quote_ident(case rolname when $1 then $2 else rolname end), ', ') from pg_roles where oid = any (polroles))) as statement
    from pg_policy where (select oid from pg_roles where rolname = $1) = any (polroles)
  union all
  select format('grant %1$s to %2$I; revoke %1$s from %3$I', words, $2::text, $1::text) from privilege
   where grantee = (select oid from pg_roles where rolname = $1)
  union all
  select format('alter function %s owner to %I', oid::regprocedure, $2::text) from pg_proc
   where pronamespace = 'public'::regnamespace and proowner = (select oid from pg_roles where rolname = $1)`;
