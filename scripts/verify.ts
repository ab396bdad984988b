// Computes the audit's chains anew and says whether they hold: npm run verify
import pg from 'pg';
import { databaseOf } from '../api/src/platform/database.ts';
import { readEnvironment } from '../api/src/platform/env.ts';
import { secretKey } from '../api/src/platform/keys.ts';
import { Trouble } from '../api/src/platform/trouble.ts';

const say = (line: string) => void process.stdout.write(`${line}\n`);

type Chain = { org_id: string; name: string; sealed: string; open: string; last: string | null };
type Fault = { org_id: string; position: string; audit_id: string; fault: 'changed' | 'gone' };

async function main(): Promise<void> {
  const environment = readEnvironment();
  const database = await databaseOf(environment, secretKey(environment), say);
  const client = new pg.Client({ connectionString: database.ownerUrl });
  try {
    await client.connect();
    const chains = await client.query<Chain>(
      'select name, org_id, sealed, open, last from audit_chains() order by name',
    );
    for (const { name, sealed, open, last } of chains.rows)
      say(`${name}: ${sealed} sealed, ${open} not yet${last ? `, last seal ${last}` : ''}`);
    const faults = await client.query<Fault>(
      'select org_id, position, audit_id, fault from verify_audit() order by org_id, position',
    );
    const names = new Map(chains.rows.map(({ org_id, name }) => [org_id, name]));
    for (const { org_id, position, audit_id, fault } of faults.rows)
      say(
        `${names.get(org_id)}: number ${position} (${audit_id}) does not hold: ${fault === 'gone' ? 'what stood there is gone' : 'it says something else than when it was sealed'}`,
      );
    say(faults.rowCount === 0 ? 'Every chain holds.' : `${faults.rowCount} places do not hold.`);
    if (faults.rowCount !== 0) process.exitCode = 1;
  } finally {
    await client.end().catch(() => undefined);
    await database.stop();
  }
}

main().catch((error: unknown) => {
  process.stderr.write(error instanceof Trouble ? `\n${error.message}\n` : `\n${String((error as Error).stack)}\n`);
  process.exitCode = 1;
});
