// Restores a backup of an installation into an empty database, or one of an organisation beside others, and verifies the audit:
// npm run restore -- FILE
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { extendHashChains } from '../audit/chain-queries.ts';
import { ConfigurationError } from '../platform/environment/configuration-error.ts';
import { openDatabase } from '../platform/database/db.ts';
import { prepareDatabase } from '../platform/database/server/prepare.ts';
import { claimStorage } from '../platform/files/storage-claim.ts';
import { readEnvironment } from '../platform/environment/environment.ts';
import { secretKey } from '../platform/security/keys.ts';
import { loadBackup, readManifest } from './backup/load-backup.ts';

const log = (line: string) => void process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  const [file, ...rest] = process.argv.slice(2);
  if (!file || rest.length > 0)
    throw new ConfigurationError(
      `Usage:\n  npm run restore -- <file>\n      Restores a backup into an empty database, or that of one organisation beside others, and verifies the audit. The portal must not run.`,
    );
  const environment = readEnvironment();
  const key = secretKey(environment);
  const manifest = await readManifest(file, { environment, secretKey: key });
  const database = await prepareDatabase(environment, key, log);
  const client = new pg.Client({ connectionString: database.ownerUrl });
  try {
    await client.connect();
    // files are written where the portal of this database looks for them
    if (environment.databaseUrl && !environment.s3Bucket) await claimStorage({ ...database, ...environment });
    const { organisations, files } = await loadBackup({ client, environment, secretKey: key }, file, manifest);
    for (const { orgId, rows, checksum } of organisations)
      log(`${orgId || 'Rows of no organisation'}: ${rows} rows, checksum ${checksum}`);
    await chainPending(database.appUrl);
    log(`${organisations.length} checksums and ${files.length} files are those of the backup.`);
  } finally {
    await client.end().catch(() => undefined);
    await database.stop();
  }
  // entries that were signed after the backup are recorded as lost, of no other organisation than those restored
  const only = manifest.organisation ? ['--organisation-id', manifest.organisation.orgId] : [];
  const verify = fileURLToPath(new URL('verify.ts', import.meta.url));
  const { status } = spawnSync(process.execPath, [verify, '--restored', ...only], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
}

const batchSize = 500;

/** Chains the audit entries that were not yet when the backup was made; their time may be long ago. */
async function chainPending(appUrl: string): Promise<void> {
  const application = openDatabase({ connectionString: appUrl }, { connections: 1 });
  try {
    while ((await application.transaction((db) => extendHashChains(db, batchSize))) === batchSize);
  } finally {
    await application.close();
  }
}

main().catch((error: unknown) => {
  process.stderr.write(
    error instanceof ConfigurationError ? `\n${error.message}\n` : `\n${String((error as Error).stack)}\n`,
  );
  process.exitCode = 1;
});
