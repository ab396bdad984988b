import type { NodeType } from '@storeward/contract/access';
import type { NodeInput, NodeRegion, PlaceType } from '@storeward/contract/nodes';
import { sql } from 'kysely';
import type { Scope } from '../platform/actor.ts';
import type { Db } from '../platform/db.ts';
import { shownBy, within, withinNamed } from './queries.ts';
import { columnsOf } from './tree-queries.ts';

/** A place with all that a file may say of it. */
export type KnownNode = NodeInput & {
  readonly id: string;
  readonly parentId: string | null;
  readonly parentCode: string;
  readonly nodeType: NodeType;
  readonly status: boolean;
  readonly tpath: string;
  readonly version: number;
  /** The form of the code that is one in the organisation. */
  readonly key: string;
};

const known = sql`n.id, n.parent_id as "parentId", coalesce(p.code, '') as "parentCode", n.node_type as "nodeType", n.status, n.tpath, n.version,
  n.code_norm as key, n.name, n.code, n.region, coalesce(n.street, '') as street, coalesce(n.city, '') as city,
  coalesce(n.state, '') as state, coalesce(n.post_code, '') as "postCode", coalesce(n.country, '') as country,
  coalesce(n.time_zone, '') as "timeZone", n.phone_number as "phoneNumber", n.email_id as "emailId"`;
const withParent = sql`left join nodes p on p.org_id = n.org_id and p.id = n.parent_id`;

/** The places of the scope that have these codes: looked at, or held until the change at hand is stored. */
export async function listByCode(
  db: Db,
  scope: Scope,
  keys: readonly string[],
  { held }: { held: boolean },
): Promise<Map<string, KnownNode>> {
  const rows = await db.many(sql<KnownNode>`
    select ${known} from nodes n ${withParent} where ${withinNamed(scope)} and n.code_norm = any(${[...keys]})
     order by n.id${held ? sql` for no key update of n` : sql``}`);
  return new Map(rows.map((row) => [row.key, row]));
}

/** The same by id, held until the change at hand is stored. */
export async function listById(db: Db, scope: Scope, ids: readonly string[]): Promise<Map<string, KnownNode>> {
  const rows = await db.many(sql<KnownNode>`
    select ${known} from nodes n ${withParent} where ${withinNamed(scope)} and n.id = any(${[...ids]}) order by n.id for no key update of n`);
  return new Map(rows.map((row) => [row.id, row]));
}

/** The organisation itself, where the scope is all of it. */
export async function listRoots(db: Db, scope: Scope): Promise<KnownNode[]> {
  return db.many(
    sql<KnownNode>`select ${known} from nodes n ${withParent} where ${within(scope)} and n.parent_id is null`,
  );
}

/** Which of some codes are taken anywhere in the organisation. */
export async function listTakenCodes(db: Db, _scope: Scope, keys: readonly string[]): Promise<Set<string>> {
  const row = await db.first(sql<{ taken: string[] }>`select codes_taken(${[...keys]}) as taken`);
  return new Set(row?.taken);
}

/** All places of the scope below its own, those above before those below. */
export async function listForExport(db: Db, scope: Scope, hidden: NodeRegion): Promise<KnownNode[]> {
  return db.many(sql<KnownNode>`
    select ${known} from nodes n ${withParent}
     where ${within(scope)} and n.tpath <> ${scope.lo} and n.parent_id is not null${shownBy(hidden)}
     order by length(n.tpath) - length(replace(n.tpath, '.', '')), p.code_norm, n.code_norm`);
}

/** A place to be written, with all that is known of it. */
export type NewPlace = {
  readonly id: string;
  readonly parentId: string;
  readonly parentPath: string;
  readonly nodeType: PlaceType;
  readonly status: boolean;
  readonly input: NodeInput;
};

/** Writes new places; answers their paths. */
export async function insertNodes(
  db: Db,
  scope: Scope,
  places: readonly NewPlace[],
  userId: string,
): Promise<Map<string, string>> {
  if (places.length === 0) return new Map();
  const rows = places.map(({ input, ...place }) => ({ ...place, ...columnsOf(input) }));
  const written = await db.many(sql<{ id: string; tpath: string }>`
    insert into nodes (id, org_id, parent_id, tpath, node_type, status, name, name_norm, code, code_norm, search_text, region, street, city,
      state, post_code, country, time_zone, phone_number, email_id, created_date, created_by, updated_date, updated_by)
    select x.id, ${scope.orgId}, x."parentId", x."parentPath" || node_label(nextval('node_labels')) || '.', x."nodeType", x.status, x.name,
           x.name_norm, x.code, x.code_norm, x.search_text, x.region, x.street, x.city, x.state, x.post_code, x.country, x.time_zone,
           x.phone_number, x.email_id, clock(), ${userId}, clock(), ${userId}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
           x(id uuid, "parentId" uuid, "parentPath" text, "nodeType" text, status boolean, name text, name_norm text, code text, code_norm text,
             search_text text, region text[], street text, city text, state text, post_code text, country text, time_zone text,
             phone_number text, email_id text)
    returning id, tpath`);
  return new Map(written.map(({ id, tpath }) => [id, tpath]));
}

/** Which of some places hold anything: places, people or devices. */
export async function listUsed(db: Db, scope: Scope, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db.many(sql<{ id: string }>`
    select n.id from nodes n where ${withinNamed(scope)} and n.id = any(${[...ids]})
       and (exists (select from nodes c where c.org_id = n.org_id and c.parent_id = n.id and c.deleted_date is null)
         or exists (select from users u where u.org_id = n.org_id and u.node_id = n.id and u.deleted_date is null)
         or exists (select from assignments a where a.org_id = n.org_id and a.node_id = n.id)
         or exists (select from devices d where d.org_id = n.org_id and d.node_id = n.id and d.deleted_date is null))`);
  return new Set(rows.map(({ id }) => id));
}

/** Takes empty places out of the tree. */
export async function deleteNodes(db: Db, scope: Scope, ids: readonly string[], userId: string): Promise<void> {
  await db.run(sql`
    update nodes set deleted_date = clock(), updated_date = clock(), updated_by = ${userId}, version = version + 1
     where org_id = ${scope.orgId} and case when tpath >= ${scope.lo} and tpath < ${scope.hi} then true else false end and id = any(${[...ids]}) and deleted_date is null`);
}
