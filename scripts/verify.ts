// Verifies the hash chains of the audit: npm run verify
import pg from 'pg';
import { prepareDatabase } from '../api/src/platform/database/prepare.ts';
import { readEnvironment } from '../api/src/platform/environment.ts';
import { secretKey } from '../api/src/platform/security/keys.ts';
import { ConfigurationError } from '../api/src/platform/configuration-error.ts';

const log = (line: string) => void process.stdout.write(`${line}\n`);

// aliases of the columns of the database functions audit_chain_status and verify_audit; bigint columns arrive as strings
type Chain = { orgId: string; name: string; chained: string; pending: string; lastHash: string | null };
type ChainError = { orgId: string; position: string; auditId: string; error: 'changed' | 'gone' };

async function main(): Promise<void> {
  const environment = readEnvironment();
  const database = await prepareDatabase(environment, secretKey(environment), log);
  const client = new pg.Client({ connectionString: database.ownerUrl });
  try {
    await client.connect();
    const chains = await client.query<Chain>(
      'select name, org_id as "orgId", sealed as chained, open as pending, last as "lastHash" from audit_chain_status() order by name',
    );
    for (const { name, chained, pending, lastHash } of chains.rows)
      log(`${name}: ${chained} entries chained, ${pending} pending${lastHash ? `, last hash ${lastHash}` : ''}`);
    const errors = await client.query<ChainError>(
      'select org_id as "orgId", position, audit_id as "auditId", fault as error from verify_audit() order by org_id, position',
    );
    const names = new Map(chains.rows.map(({ orgId, name }) => [orgId, name]));
    for (const { orgId, position, auditId, error } of errors.rows)
      log(
        `${names.get(orgId)}: entry ${position} (${auditId}): ${error === 'gone' ? 'missing' : 'changed after it was chained'}`,
      );
    log(errors.rowCount === 0 ? 'All chains are valid.' : `${errors.rowCount} invalid entries.`);
    if (errors.rowCount !== 0) process.exitCode = 1;
  } finally {
    await client.end().catch(() => undefined);
    await database.stop();
  }
}

main().catch((error: unknown) => {
  process.stderr.write(
    error instanceof ConfigurationError ? `\n${error.message}\n` : `\n${String((error as Error).stack)}\n`,
  );
  process.exitCode = 1;
});
