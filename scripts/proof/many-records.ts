import { kestrel, rowsOf } from './setup.ts';

const organisation = `(select org_id from portal_hosts where host = '${kestrel.host}')`;

/** How the user name, SKU and code of inserted rows begin. */
export const insertedKeys = { users: 'export.', products: 'EXPORT-', nodes: 'EXPORT-' } as const;

/** The columns that each copy has of its own, as SQL of its `number` and of the copied row `t`. */
const copies = {
  users: {
    source: `t.org_id = ${organisation} and t.user_name = 'store.user'`,
    columns: {
      user_name: `'${insertedKeys.users}' || number`,
      user_name_norm: `'export.' || number`,
      email_id: `'export.' || number || '@mail.example'`,
      email_norm: `'export.' || number || '@mail.example'`,
      last_name: `'Person ' || number`,
      name_norm: `'export person ' || number`,
      search_text: `'export person ' || number`,
    },
  },
  products: {
    source: `t.org_id = ${organisation} and t.deleted_date is null`,
    columns: {
      sku: `'${insertedKeys.products}' || number`,
      sku_norm: `'export-' || number`,
      name: `'Ceramic mug ' || number`,
      name_norm: `'ceramic mug ' || number`,
      search_text: `'ceramic mug ' || number || chr(10) || 'export-' || number`,
    },
  },
  nodes: {
    source: `t.org_id = ${organisation} and t.node_type = 'STORE' and t.status and t.deleted_date is null and t.region = '{}'`,
    columns: {
      tpath: `regexp_replace(t.tpath, '[^.]+[.]$', '') || node_label(nextval('node_labels')) || '.'`,
      code: `'${insertedKeys.nodes}' || number`,
      code_norm: `'export-' || number`,
      name: `'Leeds Briggate ' || number`,
      name_norm: `'leeds briggate ' || number`,
      search_text: `'leeds briggate ' || number || chr(10) || 'export-' || number`,
    },
  },
} as const;

/** Copies one user, product and store of the demo organisation `count` times each. */
export async function insertCopies(ownerUrl: string, count: number): Promise<void> {
  for (const [table, { source, columns }] of Object.entries(copies)) {
    const names = await rowsOf<{ name: string }>(
      ownerUrl,
      `select column_name as name from information_schema.columns
        where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
      [table],
    );
    const own = Object.entries(columns).flatMap(([column, value]) => [`'${column}'`, value]);
    await rowsOf(
      ownerUrl,
      `insert into ${table} (${names.map(({ name }) => name).join(', ')})
       select ${names.map(({ name }) => `r.${name}`).join(', ')}
         from (select * from ${table} t where ${source} order by t.id limit 1) t, generate_series(1, $1::int) number,
              lateral jsonb_populate_record(null::${table}, to_jsonb(t) || jsonb_build_object('id', gen_random_uuid(), ${own.join(', ')})) r`,
      [count],
    );
  }
  await rowsOf(
    ownerUrl,
    `insert into assignments (id, org_id, user_id, role_id, node_id, tpath)
     select gen_random_uuid(), u.org_id, u.id, a.role_id, a.node_id, a.tpath
       from users u join users s on s.org_id = u.org_id and s.user_name = 'store.user' join assignments a on a.user_id = s.id
      where u.org_id = ${organisation} and starts_with(u.user_name, '${insertedKeys.users}')`,
  );
}

/** The action of the inserted audit entries, which no request of a proof causes. */
export const insertedAction = 'node.moved';

/** Inserts audit entries, one for each second of as many as needed, and adds them to the hash chain. */
export async function insertAuditEntries(ownerUrl: string, count: number): Promise<void> {
  await rowsOf(
    ownerUrl,
    `insert into audit (id, org_id, tpath, at, actor_id, address, action, entity, entity_id, before, after)
     select gen_random_uuid(), u.org_id, n.tpath, timestamptz '2026-01-01 00:00Z' + number * interval '1 second', u.id, '203.0.113.7', $2, 'node', n.id,
            jsonb_build_object('parent', 'Group ' || number), jsonb_build_object('parent', 'Group ' || number + 1)
       from users u join nodes n on n.org_id = u.org_id and n.id = u.org_id, generate_series(1, $1::int) number
      where u.org_id = ${organisation} and u.user_name = 'org.admin'`,
    [count, insertedAction],
  );
  // the product's own worker adds entries to the chain meanwhile
  while (await isQueued(ownerUrl)) await rowsOf(ownerUrl, 'select extend_audit_chain(20000)');
}

async function isQueued(ownerUrl: string): Promise<boolean> {
  const [row] = await rowsOf<{ queued: boolean }>(ownerUrl, 'select exists (select from audit_chain_queue) as queued');
  return row!.queued;
}

/** The number of stored rows of those that were inserted. */
export async function insertedRows(ownerUrl: string, from: 'audit' | keyof typeof copies): Promise<number> {
  const conditions = {
    audit: `x.action = '${insertedAction}'`,
    users: `starts_with(x.user_name, '${insertedKeys.users}')`,
    products: `starts_with(x.sku, '${insertedKeys.products}')`,
    nodes: `starts_with(x.code, '${insertedKeys.nodes}')`,
  };
  const [row] = await rowsOf<{ count: number }>(
    ownerUrl,
    `select count(*)::int as count from ${from} x where x.org_id = ${organisation} and ${conditions[from]}`,
  );
  return row!.count;
}
