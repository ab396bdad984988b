// Seals the organisations' keys with the present SECRET_KEY, after which the one before it is needed no more: npm run rotate
import pg from 'pg';
import { databaseOf } from '../api/src/platform/database.ts';
import { readEnvironment } from '../api/src/platform/env.ts';
import { secretKey } from '../api/src/platform/keys.ts';
import { Trouble } from '../api/src/platform/trouble.ts';
import { installationSealing, resealKeys } from '../api/src/settings/secrets.ts';

const say = (line: string) => void process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  const environment = readEnvironment();
  const key = secretKey(environment);
  const database = await databaseOf(environment, key, say);
  const client = new pg.Client({ connectionString: database.ownerUrl });
  try {
    await client.connect();
    const { sealed, lost } = await resealKeys(client, installationSealing(key, environment.secretKeyPrevious));
    say(`${sealed} keys are sealed with SECRET_KEY.`);
    if (lost > 0)
      throw new Trouble(
        `${lost} keys open neither with SECRET_KEY nor with SECRET_KEY_PREVIOUS; nothing was changed about them. Set the key they were sealed with as SECRET_KEY_PREVIOUS.`,
      );
    say('SECRET_KEY_PREVIOUS is needed no more for what organisations keep secret.');
  } finally {
    await client.end().catch(() => undefined);
    await database.stop();
  }
}

main().catch((error: unknown) => {
  process.stderr.write(error instanceof Trouble ? `\n${error.message}\n` : `\n${String((error as Error).stack)}\n`);
  process.exitCode = 1;
});
