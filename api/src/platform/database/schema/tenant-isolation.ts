import pg from 'pg';
import { ConfigurationError } from '../../environment/configuration-error.ts';

/**
 * Checks at start that row-level security, whose policies are in `api/sql/foundation.sql`, isolates the tenants. Throws
 * `ConfigurationError` if the application's role could bypass it: as a superuser, as an owner of tables, or by
 * membership in such a role.
 */
export async function checkTenantIsolation(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined); // the pending query reports a broken connection
  await client.connect();
  try {
    const { rows } = await client.query<{ role: string; reason: string | null }>(bypassSql);
    const check = rows[0];
    if (check?.reason) {
      throw new ConfigurationError(
        `The application connects to the database as ${check.role}, which ${check.reason} and so could bypass tenant isolation. Set DATABASE_APP_URL to a separate role, or leave it unset.`,
      );
    }
  } finally {
    await client.end();
  }
}

/** The role of the session, and why it could bypass row-level security; null if it cannot. */
export const bypassSql = `
  select current_user as role, case
    when rolsuper then 'is a superuser'
    when rolbypassrls then 'may bypass row-level security'
    when exists (select from pg_roles granted where (granted.rolsuper or granted.rolbypassrls) and pg_has_role(r.oid, granted.oid, 'member'))
      then 'is a member of a role that may bypass row-level security'
    when exists (select from pg_class where relowner = r.oid and relkind in ('r', 'p')) then 'owns tables'
    when exists (select from pg_class c where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
                   and pg_has_role(r.oid, c.relowner, 'member')) then 'is a member of the role that owns the tables'
    else (select 'is a member of ' || definer.rolname from pg_proc f join pg_roles definer on definer.oid = f.proowner
           where f.prosecdef and f.pronamespace = 'public'::regnamespace and pg_has_role(r.oid, f.proowner, 'member') limit 1)
  end as reason
  from pg_roles r where rolname = current_user`;
