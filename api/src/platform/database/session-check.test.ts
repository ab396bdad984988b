import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { startTestServer } from '../../../test/server.ts';
import { openDatabase } from './db.ts';
import { checkSessions } from './session-check.ts';
import { sessionSettings, standardLimits } from './session-settings.ts';

const testServer = await startTestServer();
const owner = new pg.Client({ connectionString: testServer.ownerUrl });
await owner.connect();
afterAll(() => owner.end());
const { appUrl } = testServer;

/** A URL whose own options replace those of the application, as if a pooler dropped them. */
const withoutOptions = (settings: Readonly<Record<string, string>>) =>
  `${appUrl}&options=${encodeURIComponent(
    Object.entries(settings)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
  )}`;

test('a session with the settings of the application passes, directly connected', async () => {
  await expect(checkSessions({ connectionString: appUrl, variable: 'DATABASE_URL' })).resolves.toBeUndefined();
});

test('a time limit in another unit is the same limit', async () => {
  const connectionString = withoutOptions({ ...sessionSettings(), lock_timeout: '4s' });
  await expect(checkSessions({ connectionString, variable: 'DATABASE_URL' })).resolves.toBeUndefined();
});

test('a start is refused when the settings do not hold, with the commands that set them', async () => {
  const connectionString = withoutOptions({ ...sessionSettings(), TimeZone: 'Europe/Berlin' });
  await expect(checkSessions({ connectionString, variable: 'DATABASE_APP_URL' })).rejects.toThrow(
    /TimeZone is Europe\/Berlin instead of UTC\. Run this as an administrator.*:\n {2}alter role "?\w+"? in database "?\w+"? set TimeZone = 'UTC';\n/s,
  );
});

test('a connection without the settings is not used, and the response says that the database is unavailable', async () => {
  const connectionString = withoutOptions({ ...sessionSettings(), plan_cache_mode: 'auto' });
  const database = openDatabase({ connectionString }, { limits: standardLimits });
  await expect(database.transaction((db) => db.first({ compile: () => never() }))).rejects.toThrow(
    'plan_cache_mode is auto instead of force_generic_plan',
  );
  await database.close();
});

function never(): never {
  throw new Error('a statement was sent');
}
