// Writes everything of an installation or of one organisation except the secret key to one file, while the portal runs or not:
// npm run backup -- FILE [--organisation CODE]
import { parseArgs } from 'node:util';
import { ConfigurationError } from '../platform/environment/configuration-error.ts';
import { readEnvironment } from '../platform/environment/environment.ts';
import { secretKey } from '../platform/security/keys.ts';
import { findOrganisation } from './admin/organisation-lookup.ts';
import { writeBackup } from './backup/write-backup.ts';
import { withDatabase } from './verify/connection.ts';

const log = (line: string) => void process.stdout.write(`${line}\n`);

const usage = `Usage:
  npm run backup -- <file> [--organisation <code>] [--without-files]
      Writes database, files and signed records of the audit to one file (tar.gz), but never the secret key.
      --organisation writes one organisation alone, which can be restored beside others.
      --without-files leaves out the uploaded files, where their bucket has backups of its own.`;

async function main(): Promise<void> {
  const { file, files, organisation } = parse();
  const environment = readEnvironment();
  const key = secretKey(environment);
  const checksums = await withDatabase(environment, log, async (client) => {
    const found = organisation === undefined ? undefined : await findOrganisation(client, organisation);
    return writeBackup({ client, environment, secretKey: key }, file, { files, orgId: found?.id });
  });
  for (const { orgId, rows, checksum } of checksums.organisations)
    log(`${orgId || 'Rows of no organisation'}: ${rows} rows, checksum ${checksum}`);
  log(`${checksums.files.length} files. The backup is ${file}.`);
  log(
    environment.secretKey
      ? 'Keep SECRET_KEY in another place: without it the backup is useless.'
      : `Keep a copy of ${environment.dataDir}/secret.key in another place: without it the backup is useless.`,
  );
}

function parse(): { file: string; files: boolean; organisation: string | undefined } {
  try {
    const { values, positionals } = parseArgs({
      options: { 'without-files': { type: 'boolean', default: false }, organisation: { type: 'string' } },
      allowPositionals: true,
    });
    const [file, ...rest] = positionals;
    if (file && rest.length === 0) return { file, files: !values['without-files'], organisation: values.organisation };
  } catch (error) {
    throw new ConfigurationError(`${(error as Error).message}\n\n${usage}`);
  }
  throw new ConfigurationError(usage);
}

main().catch((error: unknown) => {
  process.stderr.write(
    error instanceof ConfigurationError ? `\n${error.message}\n` : `\n${String((error as Error).stack)}\n`,
  );
  process.exitCode = 1;
});
