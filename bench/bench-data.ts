import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Bench } from './rows.ts';

/** Nodes added to the largest organisation: a sub-tree to move, its two targets, and a node with many children. */
export type BenchData = {
  readonly moved: { readonly id: string; readonly path: string };
  /** The two companies the sub-tree is moved between. */
  readonly targets: readonly [Target, Target];
  readonly wide: { readonly id: string };
};
/** A company the sub-tree is moved to. */
export type Target = { readonly id: string; readonly path: string };

const groups = 100;
const storesPerGroup = 99;
const wideChildren = 2_000;
const entryCount = 200_000;

/** Adds the data once: a region of 10,000 nodes with a user in each store and some devices, one of 2,000 stores, and 200,000 audit entries. */
export async function addBenchData({ ownerUrl, org }: Bench, log: (line: string) => void): Promise<BenchData> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  const firstRow = async <T extends pg.QueryResultRow>(sql: string, values: readonly unknown[]) =>
    (await owner.query<T>(sql, [...values])).rows[0];
  const findNode = (code: string) =>
    firstRow<Target>(`select id, tpath as path from nodes where org_id = $1 and code = $2`, [org.id, code]);
  try {
    const targets = await owner.query<Target>(
      `select id, tpath as path from nodes where org_id = $1 and node_type = 'COMPANY' and deleted_date is null order by tpath limit 2`,
      [org.id],
    );
    const [first, second] = targets.rows;
    if (!first || !second) throw new Error('The move benchmark needs an organisation with two companies: use --size M');
    if (!(await findNode('BENCH-MOVED'))) {
      log('adding the benchmark data');
      await owner.query('begin');
      const region = await firstRow<Target>(
        insertChildren(`values ($2::uuid)`, 'TRADING_REGION', `'Moved'`, `'BENCH-MOVED'`),
        [org.id, first.id],
      );
      await owner.query(
        insertChildren(
          `select $2::uuid from generate_series(2, ${groups})`,
          'STORE_GROUP',
          `'Moved group ' || number`,
          `'BENCH-G' || number`,
        ),
        [org.id, region!.id],
      );
      await owner.query(
        insertChildren(
          `select n.id from nodes n, generate_series(1, ${storesPerGroup}) where n.org_id = $1 and n.parent_id = $2`,
          'STORE',
          `'Moved store ' || number`,
          `'BENCH-S' || number`,
        ),
        [org.id, region!.id],
      );
      const wide = await firstRow<Target>(
        insertChildren(`values ($2::uuid)`, 'TRADING_REGION', `'Wide'`, `'BENCH-WIDE'`),
        [org.id, first.id],
      );
      await owner.query(
        insertChildren(
          `select $2::uuid from generate_series(1, ${wideChildren})`,
          'STORE',
          `'Neighbour ' || number`,
          `'BENCH-N' || number`,
        ),
        [org.id, wide!.id],
      );
      await owner.query(insertUsers, [org.id]);
      await owner.query(insertDevices, [org.id]);
      await owner.query(insertAuditEntries, [org.id, entryCount]);
      await owner.query('commit');
      await owner.query('vacuum analyze nodes, users, assignments, devices, audit');
    }
    log('waiting until all audit entries are chained');
    while (await firstRow('select audit_id from audit_chain_queue limit 1', [])) await delay(200);
    const [moved, wide] = [await findNode('BENCH-MOVED'), await findNode('BENCH-WIDE')];
    return { moved: moved!, targets: [first, second], wide: wide! };
  } finally {
    await owner.end();
  }
}

/** SQL that adds numbered children below each parent and returns the first one. */
const insertChildren = (parents: string, type: string, name: string, code: string) => `
  with child as (select row_number() over () as number, gen_random_uuid() as id, p.id as parent from (${parents}) p (id)),
       inserted as (insert into nodes (id, org_id, parent_id, tpath, node_type, name, name_norm, code, code_norm, search_text)
         select b.id, $1, b.parent, n.tpath || node_label(nextval('node_labels')) || '.', '${type}', ${name}, lower(${name}),
                ${code}, lower(${code}), ' ' || replace(lower(${name}), ' ', '') || ' ' || replace(lower(${code}), '-', '')
           from child b join nodes n on n.id = b.parent returning id, tpath as path)
  select * from inserted limit 1`;

/** SQL that adds a user to each moved store by copying an existing one. */
const insertUsers = `
  with template as (select u.*, a.role_id from users u join assignments a on a.org_id = u.org_id and a.user_id = u.id where u.org_id = $1 limit 1),
       inserted as (insert into users (id, org_id, node_id, tpath, user_name, user_name_norm, domain_name, first_name, last_name, name_norm, email_id, email_norm, search_text, password_hash, manual_password)
         select gen_random_uuid(), n.org_id, n.id, n.tpath, n.code_norm, n.code_norm, m.domain_name, 'Robin', n.name, 'robin ' || n.name_norm,
                n.code_norm || '@bench.example', n.code_norm || '@bench.example', ' robin' || n.search_text, m.password_hash, true
           from nodes n, template m where n.org_id = $1 and n.code like 'BENCH-S%' returning id, org_id, node_id, tpath)
  insert into assignments (id, org_id, user_id, role_id, node_id, tpath)
    select gen_random_uuid(), inserted.org_id, inserted.id, template.role_id, inserted.node_id, inserted.tpath from inserted, template`;

const insertDevices = `
  insert into devices (id, org_id, node_id, tpath, name, name_norm, type, address, serial, serial_norm, created_date, updated_date)
  select gen_random_uuid(), n.org_id, n.id, n.tpath, 'Till', 'till', 'tablet', '10.0.0.' || d, n.code || '-' || d, n.code_norm || '-' || d, clock(), clock()
    from nodes n, generate_series(1, 2) d where n.org_id = $1 and n.code like 'BENCH-S%'`;

/** SQL that adds audit entries of the last year about users; 50 of them are the actors. */
const insertAuditEntries = `
  insert into audit (id, at, org_id, tpath, actor_id, action, entity, entity_id, before, after)
  select gen_random_uuid(), clock() - g * interval '150 seconds', $1, x.tpath, y.id, 'user.updated', 'user', x.id, '{"lastName": "Before"}', '{"lastName": "After"}'
    from generate_series(1, $2::int) g
    join (select row_number() over (order by id) - 1 as number, id, tpath from users where org_id = $1) x on x.number = (g::bigint * 7919) % (select count(*) from users where org_id = $1)
    join (select row_number() over (order by id) - 1 as number, id from users where org_id = $1 limit 50) y on y.number = g % 50`;
