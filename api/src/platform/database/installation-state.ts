import pg from 'pg';

/** What an operator has to know about a database before the portal is reachable. */
export type InstallationState = {
  /** Whether it holds no organisation, not even the platform: nobody can sign in. */
  readonly empty: boolean;
  /** Whether it holds demo data, whose passwords are public. */
  readonly demo: boolean;
};

/** Reads the state as the owner of the database. */
export async function installationState(ownerUrl: string): Promise<InstallationState> {
  const client = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined); // the pending query reports a broken connection
  await client.connect();
  try {
    await client.query('begin');
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
