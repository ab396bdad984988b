import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Bench } from './rows.ts';

/** What the bench plants in the biggest organisation to measure at: a part of the tree to move, where to, and a place with many below it. */
export type Planted = {
  readonly moved: { readonly id: string; readonly path: string };
  /** The two companies that it is moved between. */
  readonly homes: readonly [Home, Home];
  readonly wide: { readonly id: string };
};
/** A company that the part is moved to. */
export type Home = { readonly id: string; readonly path: string };

const groups = 100;
const storesInGroup = 99;
const neighbours = 2_000;
const entries = 200_000;

/** Plants it once: a region of 10,000 places with a person in each store and now and then a device, one of 2,000 stores, and 200,000 entries of the audit. */
export async function plant({ ownerUrl, org }: Bench, say: (line: string) => void): Promise<Planted> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  const one = async <T extends pg.QueryResultRow>(sql: string, values: readonly unknown[]) =>
    (await owner.query<T>(sql, [...values])).rows[0];
  const find = (code: string) =>
    one<Home>(`select id, tpath as path from nodes where org_id = $1 and code = $2`, [org.id, code]);
  try {
    const homes = await owner.query<Home>(
      `select id, tpath as path from nodes where org_id = $1 and node_type = 'COMPANY' and deleted_date is null order by tpath limit 2`,
      [org.id],
    );
    const [first, second] = homes.rows;
    if (!first || !second) throw new Error('moving takes an organisation with two companies: fill it with --size M');
    if (!(await find('BENCH-MOVED'))) {
      say('planting what is moved and looked at');
      await owner.query('begin');
      const region = await one<Home>(placed(`values ($2::uuid)`, 'TRADING_REGION', `'Moved'`, `'BENCH-MOVED'`), [
        org.id,
        first.id,
      ]);
      await owner.query(
        placed(
          `select $2::uuid from generate_series(2, ${groups})`,
          'STORE_GROUP',
          `'Moved group ' || number`,
          `'BENCH-G' || number`,
        ),
        [org.id, region!.id],
      );
      await owner.query(
        placed(
          `select n.id from nodes n, generate_series(1, ${storesInGroup}) where n.org_id = $1 and n.parent_id = $2`,
          'STORE',
          `'Moved store ' || number`,
          `'BENCH-S' || number`,
        ),
        [org.id, region!.id],
      );
      const wide = await one<Home>(placed(`values ($2::uuid)`, 'TRADING_REGION', `'Wide'`, `'BENCH-WIDE'`), [
        org.id,
        first.id,
      ]);
      await owner.query(
        placed(
          `select $2::uuid from generate_series(1, ${neighbours})`,
          'STORE',
          `'Neighbour ' || number`,
          `'BENCH-N' || number`,
        ),
        [org.id, wide!.id],
      );
      await owner.query(people, [org.id]);
      await owner.query(devices, [org.id]);
      await owner.query(happenings, [org.id, entries]);
      await owner.query('commit');
      await owner.query('vacuum analyze nodes, users, assignments, devices, audit');
    }
    say('waiting until the audit is sealed');
    while (await one('select audit_id from audit_unsealed limit 1', [])) await pause(200);
    const [moved, wide] = [await find('BENCH-MOVED'), await find('BENCH-WIDE')];
    return { moved: moved!, homes: [first, second], wide: wide! };
  } finally {
    await owner.end();
  }
}

/** Places below each of some parents, numbered as they come; answers the first. */
const placed = (parents: string, type: string, name: string, code: string) => `
  with below as (select row_number() over () as number, gen_random_uuid() as id, p.id as parent from (${parents}) p (id)),
       made as (insert into nodes (id, org_id, parent_id, tpath, node_type, name, name_norm, code, code_norm, search_text)
         select b.id, $1, b.parent, n.tpath || node_label(nextval('node_labels')) || '.', '${type}', ${name}, lower(${name}),
                ${code}, lower(${code}), lower(${name} || ' ' || ${code})
           from below b join nodes n on n.id = b.parent returning id, tpath as path)
  select * from made limit 1`;

/** Somebody in each store that is moved, as much like a colleague as a copy is. */
const people = `
  with model as (select u.*, a.role_id from users u join assignments a on a.org_id = u.org_id and a.user_id = u.id where u.org_id = $1 limit 1),
       made as (insert into users (id, org_id, node_id, tpath, user_name, user_name_norm, domain_name, first_name, last_name, name_norm, email_id, email_norm, search_text, password_hash, manual_password)
         select gen_random_uuid(), n.org_id, n.id, n.tpath, n.code_norm, n.code_norm, m.domain_name, 'Robin', n.name, 'robin ' || n.name_norm,
                n.code_norm || '@bench.example', n.code_norm || '@bench.example', 'robin ' || n.search_text, m.password_hash, true
           from nodes n, model m where n.org_id = $1 and n.code like 'BENCH-S%' returning id, org_id, node_id, tpath)
  insert into assignments (id, org_id, user_id, role_id, node_id, tpath)
    select gen_random_uuid(), made.org_id, made.id, model.role_id, made.node_id, made.tpath from made, model`;

const devices = `
  insert into devices (id, org_id, node_id, tpath, name, name_norm, type, address, serial, serial_norm, created_date, updated_date)
  select gen_random_uuid(), n.org_id, n.id, n.tpath, 'Till', 'till', 'tablet', '10.0.0.' || d, n.code || '-' || d, n.code_norm || '-' || d, clock(), clock()
    from nodes n, generate_series(1, 2) d where n.org_id = $1 and n.code like 'BENCH-S%'`;

/** Changes of people over the last year, made by some of them. */
const happenings = `
  insert into audit (id, at, org_id, tpath, actor_id, action, entity, entity_id, before, after)
  select gen_random_uuid(), clock() - g * interval '150 seconds', $1, x.tpath, y.id, 'user.updated', 'user', x.id, '{"lastName": "Before"}', '{"lastName": "After"}'
    from generate_series(1, $2::int) g
    join (select row_number() over (order by id) - 1 as number, id, tpath from users where org_id = $1) x on x.number = (g::bigint * 7919) % (select count(*) from users where org_id = $1)
    join (select row_number() over (order by id) - 1 as number, id from users where org_id = $1 limit 50) y on y.number = g % 50`;
