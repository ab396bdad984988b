import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { createApp } from '../../api/src/app.ts';
import { hashing } from '../../api/src/platform/hashing.ts';
import { databaseOf } from '../../api/src/platform/database.ts';
import { readEnvironment } from '../../api/src/platform/env.ts';
import { startPostgres } from '../../api/src/platform/postgres.ts';
import { sealing } from '../../api/src/platform/sealing.ts';
import { type Ground, type Seen, walk, type Walker, walks } from '../../api/test/recovery-walk.ts';
import { demoPassword } from '../seed/demo-accounts.ts';
import { seedDemo } from '../seed/demo.ts';
import pg from 'pg';
import { cheap, type Figure, inFolder, kestrel, type Wish } from './ground.ts';

const without = '1000000';
const partsOfAll = 20;

/** Tries all doors of recovery in any order, over and over: no password changes without its owner's live proof. */
export function recoveryWalks({ rounds = 20_000, say }: Wish): Promise<Figure[]> {
  return inFolder(async (dataDir) => {
    const database = await startPostgres({ dataDir, fast: true });
    const secretKey = randomBytes(32);
    const { ownerUrl } = database;
    const owner = new pg.Client({ connectionString: ownerUrl });
    let server: FastifyInstance | undefined;
    try {
      const own = { databaseUrl: ownerUrl, databaseAppUrl: undefined, dataDir };
      const { appUrl } = await databaseOf(own, secretKey, () => undefined);
      await seedDemo(ownerUrl, hashing(cheap, secretKey));
      await owner.connect();
      server = await createApp({ environment: environmentIn(dataDir), secretKey, databaseUrl: appUrl });
      const ground = await groundOn(server, owner, secretKey);
      const seen: Seen = { byMail: 0, byWord: 0, byOld: 0 };
      let failed = 0;
      for (let part = 0; part < partsOfAll; part += 1) {
        const wanted = Math.ceil(rounds / partsOfAll);
        const outcome = await fc.check(
          fc.asyncProperty(walks, (steps) => walk(ground, steps, seen)),
          { numRuns: wanted },
        );
        failed += outcome.failed ? 1 : 0;
        say(outcome.failed ? fc.defaultReportMessage(outcome)! : `${(part + 1) * wanted} walks`);
      }
      return [
        {
          what: `${rounds} walks over the doors of recovery: passwords changed without proof, or not in spite of it`,
          seen: `${failed} (changed by mail ${seen.byMail}, by secret word ${seen.byWord}, by the old one ${seen.byOld})`,
          promised: '0',
          kept: failed === 0 && Object.values(seen).every((count) => count > 0),
        },
      ];
    } finally {
      await server?.close();
      await owner.end();
      await database.stop();
    }
  });
}

/** As usual, but that nothing is too often. */
const environmentIn = (dataDir: string) =>
  readEnvironment({
    DATA_DIR: dataDir,
    HASH_MEMORY_KIB: String(cheap.memoryKib),
    HASH_PASSES: String(cheap.passes),
    RECOVERY_MAILS: without,
    RECOVERY_UNKNOWN_BY_ADDRESS: without,
    RECOVERY_UNKNOWN_BY_PORTAL: without,
    RESET_GUESSES: without,
    SIGN_IN_TRIES: '1000',
    SIGN_IN_TRIES_IN_ROW: without,
    ADDRESS_TRIES: without,
  });

async function groundOn(server: FastifyInstance, owner: pg.Client, secretKey: Uint8Array): Promise<Ground> {
  const rowsOf = async <T extends pg.QueryResultRow>(sql: string, values: readonly unknown[] = []) =>
    (await owner.query<T>(sql, [...values])).rows;
  const people = await rowsOf<Omit<Walker, 'password' | 'host'> & { orgId: string }>(
    `select u.id, u.org_id as "orgId", u.user_name as "userName", u.email_id as "emailId", u.domain_name as "domainName"
       from users u join portal_hosts h on h.org_id = u.org_id
      where h.host = $1 and u.user_name in ('store.user', 'store.manager', 'region.manager')`,
    [kestrel.host],
  );
  const ids = people.map(({ id }) => id);
  const { open } = sealing('mails', secretKey);
  return {
    walkers: people.map((person) => ({ ...person, host: kestrel.host, password: demoPassword })),
    secretWord: 'bluebird',
    hardened: false,
    async ask({ method, path, host, body, headers = {} }) {
      const answer = await server.inject({
        method,
        url: `/user-management/${path}`,
        headers: { host, ...headers },
        ...(body === undefined ? {} : { payload: body as object }),
      });
      const cookie = String(answer.headers['set-cookie'] ?? '').split(';', 1)[0];
      return { status: answer.statusCode, body: answer.json<unknown>(), cookie: cookie || undefined };
    },
    async hashes() {
      const sql = 'select id, password_hash as hash from users where id = any($1)';
      const rows = await rowsOf<{ id: string; hash: string }>(sql, [ids]);
      return new Map(rows.map(({ id, hash }) => [id, hash]));
    },
    async lastMailed({ id }) {
      const sql = `select sealed from mails where org_id = $2 and user_id = $1 and kind = 'resetLink' order by created_date desc, id desc limit 1`;
      const [row] = await rowsOf<{ sealed: Buffer }>(sql, [id, people[0]!.orgId]);
      return row && (JSON.parse(open(row.sealed)!) as { token: string }).token;
    },
    async forgive() {
      await rowsOf('delete from attempts');
    },
  };
}
