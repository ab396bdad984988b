import type { TestServer } from './server.ts';

/** Tables in which denied requests are recorded and counted. */
export const denialTables = ['audit', 'audit_chain_queue', 'audit_denials'];

/** A digest of all stored data except activity times, computed by the database in one query. */
export async function stateOfEverything(testServer: TestServer, except: readonly string[] = []): Promise<string> {
  const tables = await testServer.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> all($1) order by relname`,
    [except],
  );
  const statements = tables.map(
    ({ name }) =>
      `select '${name} ' || coalesce(md5(string_agg(kept, chr(10) order by kept)), '') as state
         from (select (to_jsonb(t) - 'last_active' - 'last_activity')::text as kept from ${name} t) rows`,
  );
  const [row] = await testServer.query<{ all: string }>(
    `select string_agg(state, ',' order by state) as all from (${statements.join(' union all ')}) tables`,
  );
  return row!.all;
}
