import pg from 'pg';
import { ConfigurationError } from '../../platform/environment/configuration-error.ts';
import { runningPostgres, startPostgres } from '../../platform/database/server/postgres.ts';
import type { Environment } from '../../platform/environment/environment.ts';

/** Works on the database as its owner, also while the portal runs; changes nothing in its schema. */
export async function withDatabase<T>(
  { databaseUrl, dataDir }: Pick<Environment, 'databaseUrl' | 'dataDir'>,
  log: (line: string) => void,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const running = databaseUrl ?? runningPostgres(dataDir);
  const started = running === undefined ? await startPostgres({ dataDir, log }) : undefined;
  const client = new pg.Client({ connectionString: running ?? started!.ownerUrl });
  try {
    await client.connect();
    const { rows } = await client.query<{ known: boolean }>(
      `select to_regproc('audit_chain_page') is not null as known`,
    );
    if (!rows[0]!.known)
      throw new ConfigurationError('The database is of an earlier Storeward. Start this version once, then verify.');
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
    await started?.stop();
  }
}
