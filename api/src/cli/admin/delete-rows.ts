import type pg from 'pg';

/** A foreign key: the columns of one table that refer to those of another. */
type Reference = {
  readonly from: string;
  readonly to: string;
  readonly columns: readonly string[];
  readonly targets: readonly string[];
  /** The columns other than that of the organisation are nullable. */
  readonly optional: boolean;
};

/**
 * Deletes all rows of organisations from every table, each after those that refer to it; the record of the removal of
 * their audit is kept.
 */
export async function deleteOrganisations(client: pg.Client, orgIds: readonly string[]): Promise<void> {
  for (const table of await listReferringFirst(client))
    if (table !== 'audit_gaps') await client.query(`delete from ${table} where org_id = any ($1)`, [orgIds]);
}

/** All tables with rows of organisations, each after those that refer to it. */
export async function listReferringFirst(client: pg.Client): Promise<string[]> {
  const references = await readReferences(client);
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'org_id' and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by c.relname`,
  );
  const waiting = new Set(rows.map(({ name }) => name));
  const sorted: string[] = [];
  while (waiting.size > 0) {
    const next = [...waiting].find((table) =>
      references.every(({ from, to }) => to !== table || from === table || !waiting.has(from)),
    );
    if (!next) throw new Error(`these tables refer to each other in a circle: ${[...waiting].join(', ')}`);
    sorted.push(next);
    waiting.delete(next);
  }
  return sorted;
}

/** Deletes a user with the rows that refer to them; nullable references are set to null. The audit keeps its entries. */
export async function deleteUser(client: pg.Client, orgId: string, id: string): Promise<void> {
  const references = await readReferences(client);
  await deleteRows(client, references, 'users', 'org_id = $1 and id = $2', [orgId, id]);
}

async function deleteRows(
  client: pg.Client,
  references: readonly Reference[],
  table: string,
  condition: string,
  values: readonly string[],
): Promise<void> {
  for (const { from, to, columns, targets, optional } of references) {
    if (to !== table || from === table) continue;
    const referring = `(${columns.join(', ')}) in (select ${targets.join(', ')} from ${table} where ${condition})`;
    const emptied = columns.filter((column) => column !== 'org_id').map((column) => `${column} = null`);
    if (optional) await client.query(`update ${from} set ${emptied.join(', ')} where ${referring}`, [...values]);
    else await deleteRows(client, references, from, referring, values);
  }
  await client.query(`delete from ${table} where ${condition}`, [...values]);
}

async function readReferences(client: pg.Client): Promise<Reference[]> {
  const { rows } = await client.query<Reference>(
    `select f.conrelid::regclass::text as from, f.confrelid::regclass::text as to,
            array (select a.attname::text from unnest(f.conkey) with ordinality k(number, place)
                     join pg_attribute a on a.attrelid = f.conrelid and a.attnum = k.number order by k.place) as columns,
            array (select a.attname::text from unnest(f.confkey) with ordinality k(number, place)
                     join pg_attribute a on a.attrelid = f.confrelid and a.attnum = k.number order by k.place) as targets,
            not exists (select from pg_attribute a where a.attrelid = f.conrelid and a.attnum = any (f.conkey)
                           and a.attname <> 'org_id' and a.attnotnull) as optional
       from pg_constraint f where f.contype = 'f' and f.connamespace = 'public'::regnamespace`,
  );
  return rows;
}
