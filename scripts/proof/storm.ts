import { sql } from 'kysely';
import { openDatabase, type Transaction } from '../../api/src/platform/database/db.ts';
import { openPortal } from '../../api/src/sessions/opening-queries.ts';
import { cheapHashCosts, type Figure, rowsOf, type ProofOptions, withDatabase } from './setup.ts';

const connections = 5;
const concurrency = 16;

type RowCount = { readonly org: string; readonly rows: number };
type Tenant = { readonly host: string | null; readonly org: string };

const countAll = sql<RowCount>`
  select org_id as org, count(*)::int as rows from users group by 1
   union all select org_id, count(*)::int from nodes group by 1
   union all select org_id, count(*)::int from roles group by 1
   union all select org_id, count(*)::int from audit group by 1`;

const injectedError = new Error('injected failure');

/** Transactions of all tenants over few connections with injected failures: none ever reads rows of another tenant. */
export function storm({ rounds = 10_000, log }: ProofOptions): Promise<Figure[]> {
  return withDatabase(cheapHashCosts, async (scratch) => {
    const { ownerUrl } = scratch.server();
    const tenants: Tenant[] = await rowsOf(
      ownerUrl,
      `select host, org_id as org from portal_hosts where is_url
        union all select null, id from nodes where node_type = 'GLOBAL'`,
    );
    const database = openDatabase({ connectionString: scratch.appUrl }, { connections });
    const counts = { transactions: 0, failed: 0, own: 0, foreign: 0, unexpected: 0 };
    const count = (rows: readonly RowCount[], org: string | undefined) => {
      for (const row of rows) counts[row.org === org ? 'own' : 'foreign'] += row.rows;
    };
    const scenarios: readonly ((db: Transaction, tenant: Tenant) => Promise<void>)[] = [
      async (db, { host, org }) => {
        await openPortal(db, host);
        count(await db.many(countAll), org);
      },
      async (db, { host, org }) => {
        await openPortal(db, host);
        count(await db.many(countAll), org);
        throw injectedError;
      },
      async (db, { host }) => {
        await openPortal(db, host);
        await db.run(sql`select 1 / 0`).catch(() => Promise.reject(injectedError));
      },
      // a transaction without a scope sees nothing, whatever the connection did before
      async (db) => count(await db.many(countAll), undefined),
      // cancelled while the result is in flight
      async (db, { host, org }) => {
        await openPortal(db, host);
        void db.many(countAll).then(
          (rows) => count(rows, org),
          () => undefined,
        );
        throw injectedError;
      },
      async (db, { host }) => {
        await openPortal(db, host);
        if (counts.transactions % 10 === 0)
          await db.run(sql`select pg_terminate_backend(pg_backend_pid())`).catch(() => undefined);
        throw injectedError;
      },
    ];
    const worker = async () => {
      while (counts.transactions < rounds) {
        counts.transactions += 1;
        if (counts.transactions % 2_500 === 0) log(`${counts.transactions} of ${rounds} transactions`);
        const tenant = tenants[Math.floor(Math.random() * tenants.length)]!;
        const scenario = scenarios[Math.floor(Math.random() * scenarios.length)]!;
        await database
          .transaction((db) => scenario(db, tenant))
          .catch((error: unknown) => {
            if (error === injectedError) counts.failed += 1;
            else counts.unexpected += 1;
          });
      }
    };
    await Promise.all(Array.from({ length: concurrency }, worker));
    await database.close();
    const title = `${counts.transactions} mixed transactions over ${connections} connections`;
    return [
      {
        label: `${title}: rows of other tenants read`,
        measured: `${counts.foreign}, and ${counts.own} own rows`,
        expected: '0',
        passed: counts.foreign === 0 && counts.own > 0,
      },
      {
        label: `${title}: errors other than the injected ones`,
        measured: `${counts.unexpected}, and ${counts.failed} injected`,
        expected: '0',
        passed: counts.unexpected === 0,
      },
    ];
  });
}
