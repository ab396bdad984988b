import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { createApp } from '../../api/src/app.ts';
import { hashing } from '../../api/src/platform/security/hashing.ts';
import { prepareDatabase } from '../../api/src/platform/database/server/prepare.ts';
import { readEnvironment } from '../../api/src/platform/environment/environment.ts';
import { startPostgres } from '../../api/src/platform/database/server/postgres.ts';
import {
  type SystemUnderTest,
  type ChangeCounts,
  runSequence,
  type Account,
  actionSequences,
} from '../../api/test/recovery-state-machine.ts';
import { decryptVariables, type StoredMail } from '../../api/test/stored-mails.ts';
import { demoPassword } from '../seed/demo-accounts.ts';
import { seedDemo } from '../seed/demo.ts';
import pg from 'pg';
import { cheapHashCosts, type Figure, withTempFolder, kestrel, type ProofOptions } from './setup.ts';

const noLimits = '1000000';
const batchCount = 20;

/** Random request sequences over all recovery endpoints: no password changes without a valid proof of its owner. */
export function recoverySequences({ rounds = 20_000, log }: ProofOptions): Promise<Figure[]> {
  return withTempFolder(async (dataDir) => {
    const database = await startPostgres({ dataDir, fast: true });
    const secretKey = randomBytes(32);
    const { ownerUrl } = database;
    const owner = new pg.Client({ connectionString: ownerUrl });
    let server: FastifyInstance | undefined;
    try {
      const databaseSettings = { databaseUrl: ownerUrl, databaseAppUrl: undefined, dataDir };
      const { appUrl } = await prepareDatabase(databaseSettings, secretKey, () => undefined);
      await seedDemo(ownerUrl, hashing(cheapHashCosts, secretKey));
      await owner.connect();
      server = await createApp({ environment: environmentIn(dataDir), secretKey, databaseUrl: appUrl });
      const system = await createSystem(server, owner, secretKey);
      const counts: ChangeCounts = { byEmail: 0, bySecretWord: 0, byOldPassword: 0 };
      let failed = 0;
      for (let batch = 0; batch < batchCount; batch += 1) {
        const runs = Math.ceil(rounds / batchCount);
        const outcome = await fc.check(
          fc.asyncProperty(actionSequences, (steps) => runSequence(system, steps, counts)),
          { numRuns: runs },
        );
        failed += outcome.failed ? 1 : 0;
        log(outcome.failed ? fc.defaultReportMessage(outcome)! : `${(batch + 1) * runs} sequences`);
      }
      return [
        {
          label: `${rounds} random sequences of password recovery requests: passwords changed without proof, or unchanged despite it`,
          measured: `${failed} (changed by mail ${counts.byEmail}, by secret word ${counts.bySecretWord}, by the old password ${counts.byOldPassword})`,
          expected: '0',
          passed: failed === 0 && Object.values(counts).every((count) => count > 0),
        },
      ];
    } finally {
      await server?.close();
      await owner.end();
      await database.stop();
    }
  });
}

/** Default settings with rate limits that are never reached. */
const environmentIn = (dataDir: string) =>
  readEnvironment({
    DATA_DIR: dataDir,
    HASH_MEMORY_KIB: String(cheapHashCosts.memoryKib),
    HASH_PASSES: String(cheapHashCosts.passes),
    RECOVERY_MAILS: noLimits,
    RECOVERY_UNKNOWN_BY_ADDRESS: noLimits,
    RECOVERY_UNKNOWN_BY_PORTAL: noLimits,
    RESET_GUESSES: noLimits,
    SIGN_IN_TRIES: '1000',
    SIGN_IN_TRIES_IN_ROW: noLimits,
    ADDRESS_TRIES: noLimits,
  });

async function createSystem(
  server: FastifyInstance,
  owner: pg.Client,
  secretKey: Uint8Array,
): Promise<SystemUnderTest> {
  const rowsOf = async <T extends pg.QueryResultRow>(sql: string, values: readonly unknown[] = []) =>
    (await owner.query<T>(sql, [...values])).rows;
  const users = await rowsOf<Omit<Account, 'password' | 'host'> & { orgId: string }>(
    `select u.id, u.org_id as "orgId", u.user_name as "userName", u.email_id as "emailId", u.domain_name as "domainName"
       from users u join portal_hosts h on h.org_id = u.org_id
      where h.host = $1 and u.user_name in ('store.user', 'store.manager', 'region.manager')`,
    [kestrel.host],
  );
  const ids = users.map(({ id }) => id);
  return {
    accounts: users.map((user) => ({ ...user, host: kestrel.host, password: demoPassword })),
    secretWord: 'bluebird',
    hardened: false,
    async send({ method, path, host, body, headers = {} }) {
      const response = await server.inject({
        method,
        url: `/user-management/${path}`,
        headers: { host, ...headers },
        ...(body === undefined ? {} : { payload: body as object }),
      });
      const cookie = String(response.headers['set-cookie'] ?? '').split(';', 1)[0];
      return { status: response.statusCode, body: response.json<unknown>(), cookie: cookie || undefined };
    },
    async passwordHashes() {
      const sql = 'select id, password_hash as hash from users where id = any($1)';
      const rows = await rowsOf<{ id: string; hash: string }>(sql, [ids]);
      return new Map(rows.map(({ id, hash }) => [id, hash]));
    },
    async lastMailedToken({ id }) {
      const sql = `select * from mails where org_id = $2 and user_id = $1 and kind = 'resetLink' order by created_date desc, id desc limit 1`;
      const [row] = await rowsOf<StoredMail>(sql, [id, users[0]!.orgId]);
      return row && (decryptVariables(row, secretKey)['token'] as string);
    },
    async resetLimits() {
      await rowsOf('delete from failed_attempts');
    },
  };
}
