import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Platform } from '../application.ts';
import { readSchema } from '../database/schema/schema.ts';
import { databaseDifferences, databaseVersion } from '../database/schema/version-check.ts';
import { ApiError } from '../errors.ts';
import { isLoopback } from '../loopback.ts';
import { checkedOutCommit, version } from '../version.ts';

/** How long a result of the comparison with this version is used, since anybody may ask. */
const checkedForMs = 10_000;

/** PostgreSQL's code for a lock that was not granted within `lock_timeout`. */
const lockTimeout = '55P03';

/** Liveness, readiness and the version. What is wrong with the database is named to this machine and in the log only. */
export function serveHealth({ server, database, environment }: Platform): void {
  server.get('/health/live', () => ({ status: 'alive' }));

  let checked: { at: number; reasons: Promise<string[]> } | undefined;
  let known: string[] = []; // the start compared before it listened
  let logged = '';
  const compare = () =>
    database
      .transaction(async (db) => {
        await db.run(sql`set local lock_timeout = '200ms'`);
        return databaseDifferences(db, readSchema());
      })
      .then((found) => (known = found))
      .catch((error: { code?: string }) => {
        // a migration of another process holds a table: what was found before it counts until it is done
        if (error.code === lockTimeout) return known;
        throw error;
      });
  const reasons = () => {
    if (!checked || performance.now() - checked.at > checkedForMs) {
      const current = compare();
      checked = { at: performance.now(), reasons: current };
      current.catch(() => (checked = undefined)); // a database that does not answer is asked again
    }
    return checked.reasons;
  };
  const ensureReady = async ({ ip, log }: FastifyRequest) => {
    await database.transaction((db) => db.first(sql`select 1`));
    const found = await reasons();
    if (found.join() !== logged) {
      logged = found.join();
      if (logged) log.error({ reasons: found }, 'the database is not that of this version');
    }
    if (found.length === 0) return { status: 'ready' };
    const errors = found.map((message) => ({ path: 'database', messageCode: 'service.unavailable', message }));
    throw new ApiError('service.unavailable', { retryAfter: 10, ...(isLoopback(ip) && { errors }) });
  };
  server.get('/health/ready', (request) => ensureReady(request));

  const commit = environment.commit ?? checkedOutCommit() ?? null;
  server.get('/version', async () => ({
    name: 'storeward',
    version,
    commit,
    database: await database.transaction(databaseVersion),
  }));
}
