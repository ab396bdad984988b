import type pg from 'pg';

/** Drops the indexes of the tables except those of constraints; the returned function creates them again. */
export async function dropIndexes(client: pg.ClientBase, tables: readonly string[]): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select format('%I', c.relname) as name, pg_get_indexdef(i.indexrelid) as definition
       from pg_index i join pg_class c on c.oid = i.indexrelid
      where i.indrelid = any($1::text[]::regclass[])
        and not exists (select from pg_constraint where conindid = i.indexrelid)
      order by c.relname`,
    [tables],
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return async () => {
    await client.query(`set local maintenance_work_mem = '256MB'`);
    for (const { definition } of rows) await client.query(definition);
  };
}
