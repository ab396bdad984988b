import pg from 'pg';

/** The state of a database that an operator has to know before the portal is reachable. */
export type InstallationState = {
  /** Whether it holds no organisation, not even the platform: nobody can sign in. */
  readonly empty: boolean;
  /** Whether it holds demo data, whose passwords are public. */
  readonly demo: boolean;
};

/**
 * The advisory lock held by a transaction that loads an empty database. It locks all tables, so what may run at the same time
 * waits for this lock before it reads two of them; otherwise each could wait for the other.
 */
export const loadLock = 5_742_918_367;

/** Reads the state as the owner of the database; waits until a concurrent load has ended. */
export async function installationState(ownerUrl: string): Promise<InstallationState> {
  const client = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined); // the pending query reports a broken connection
  await client.connect();
  try {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock_shared($1)', [loadLock]);
    await client.query(asDefiner);
    const { rows } = await client.query<InstallationState>(
      'select not exists (select from nodes) as empty, exists (select from demo_data) as demo',
    );
    return rows[0]!;
  } finally {
    await client.end();
  }
}

/** Row-level security hides rows from the owner too, but not from the role that owns the security definer functions. */
const asDefiner = `select set_config('role', pg_get_userbyid(proowner), true) from pg_proc where proname = 'open_session'`;
