import { sql } from 'kysely';
import { openDatabase, type Transaction } from '../../api/src/platform/db.ts';
import { openPortal } from '../../api/src/sessions/queries.ts';
import { cheap, type Figure, rowsOf, type Wish, withDatabase } from './ground.ts';

const connections = 5;
const atOnce = 16;

type Counted = { readonly org: string; readonly rows: number };
type Tenant = { readonly host: string | null; readonly org: string };

const everything = sql<Counted>`
  select org_id as org, count(*)::int as rows from users group by 1
   union all select org_id, count(*)::int from nodes group by 1
   union all select org_id, count(*)::int from roles group by 1
   union all select org_id, count(*)::int from audit group by 1`;

const expected = new Error('a failure made on purpose');

/** Transactions of all tenants, mixed over few connections and failing in every way: none ever sees another's rows. */
export function storm({ rounds = 10_000, say }: Wish): Promise<Figure[]> {
  return withDatabase(cheap, async (own) => {
    const { ownerUrl } = own.server();
    const tenants: Tenant[] = await rowsOf(
      ownerUrl,
      `select host, org_id as org from portal_hosts where is_url
        union all select null, id from nodes where node_type = 'GLOBAL'`,
    );
    const database = openDatabase({ connectionString: own.appUrl }, { connections });
    const seen = { transactions: 0, failed: 0, own: 0, foreign: 0, unexpected: 0 };
    const count = (rows: readonly Counted[], org: string | undefined) => {
      for (const row of rows) seen[row.org === org ? 'own' : 'foreign'] += row.rows;
    };
    const ways: readonly ((db: Transaction, tenant: Tenant) => Promise<void>)[] = [
      async (db, { host, org }) => {
        await openPortal(db, host);
        count(await db.many(everything), org);
      },
      async (db, { host, org }) => {
        await openPortal(db, host);
        count(await db.many(everything), org);
        throw expected;
      },
      async (db, { host }) => {
        await openPortal(db, host);
        await db.run(sql`select 1 / 0`).catch(() => Promise.reject(expected));
      },
      // a forgotten tenant: whatever the connection did before, nothing is in sight
      async (db) => count(await db.many(everything), undefined),
      // given up while the answer is still on its way
      async (db, { host, org }) => {
        await openPortal(db, host);
        void db.many(everything).then(
          (rows) => count(rows, org),
          () => undefined,
        );
        throw expected;
      },
      async (db, { host }) => {
        await openPortal(db, host);
        if (seen.transactions % 10 === 0)
          await db.run(sql`select pg_terminate_backend(pg_backend_pid())`).catch(() => undefined);
        throw expected;
      },
    ];
    const one = async () => {
      while (seen.transactions < rounds) {
        seen.transactions += 1;
        if (seen.transactions % 2_500 === 0) say(`${seen.transactions} of ${rounds} transactions`);
        const tenant = tenants[Math.floor(Math.random() * tenants.length)]!;
        const way = ways[Math.floor(Math.random() * ways.length)]!;
        await database
          .transaction((db) => way(db, tenant))
          .catch((error: unknown) => {
            if (error === expected) seen.failed += 1;
            else seen.unexpected += 1;
          });
      }
    };
    await Promise.all(Array.from({ length: atOnce }, one));
    await database.close();
    const what = `${seen.transactions} mixed transactions over ${connections} connections`;
    return [
      {
        what: `${what}: rows of others seen`,
        seen: `${seen.foreign}, ${seen.own} of one's own`,
        promised: '0',
        kept: seen.foreign === 0 && seen.own > 0,
      },
      {
        what: `${what}: other failures than those made`,
        seen: `${seen.unexpected}, ${seen.failed} made`,
        promised: '0',
        kept: seen.unexpected === 0,
      },
    ];
  });
}
