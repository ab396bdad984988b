// Re-encrypts secrets with the current SECRET_KEY, so that SECRET_KEY_PREVIOUS can be removed: npm run rotate
import pg from 'pg';
import { prepareDatabase } from '../platform/database/server/prepare.ts';
import { readEnvironment } from '../platform/environment/environment.ts';
import { secretKey } from '../platform/security/keys.ts';
import { ConfigurationError } from '../platform/environment/configuration-error.ts';
import { recordFiles } from '../audit/record-files.ts';
import { recordSigner } from '../audit/signed-records.ts';
import { reencrypt } from './rotate/reencrypt.ts';

const log = (line: string) => void process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  const environment = readEnvironment();
  const key = secretKey(environment);
  const database = await prepareDatabase(environment, key, log);
  const client = new pg.Client({ connectionString: database.ownerUrl });
  try {
    await client.connect();
    const { reencrypted, failed } = await reencrypt(client, key, environment.secretKeyPrevious);
    // records of the audit that were signed with the previous key stay valid, so its public key is kept
    const previous = environment.secretKeyPrevious;
    await recordFiles(environment.dataDir).addKeys([...(previous ? [previous] : []), key].map(recordSigner));
    log(`${reencrypted} secrets and keys are encrypted with SECRET_KEY.`);
    if (failed > 0)
      throw new ConfigurationError(
        `${failed} secrets and keys can be decrypted neither with SECRET_KEY nor with SECRET_KEY_PREVIOUS and were not changed. Set SECRET_KEY_PREVIOUS to the key they are encrypted with.`,
      );
    log('SECRET_KEY_PREVIOUS is no longer needed for the secrets of organisations and for mails that wait.');
    log('Secrets that were encrypted before they named what they belong to are no longer accepted.');
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
