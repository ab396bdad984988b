import type { NodeType } from '@storeward/contract/access';
import type { Period, StoreFilter } from '@storeward/contract/dashboard/period';
import type { ImportState } from '@storeward/contract/imports';
import { sql } from 'kysely';
import type { Scope } from '../platform/actor.ts';
import { limitPlusOne } from '../platform/database/cursor-pagination.ts';
import type { Db } from '../platform/database/db.ts';
import { hoursAgo, startOf } from './time-queries.ts';

const within = (scope: Scope, alias: string) =>
  sql`${sql.ref(`${alias}.org_id`)} = ${scope.orgId} and ${sql.ref(`${alias}.tpath`)} >= ${scope.lo} and ${sql.ref(`${alias}.tpath`)} < ${scope.hi}`;

/** A count up to a limit; `more` says that there are more. */
type Bounded = { readonly count: number; readonly more: boolean };
const bounded = (count: number, limit: number): Bounded => ({ count: Math.min(count, limit), more: count > limit });

/** Users created in the last `days` days, up to the limit; for the platform those of all organisations. */
export async function countCreatedUsers(db: Db, _scope: Scope, period: Period, limit: number): Promise<number> {
  const row = await db.first(sql<{ count: number }>`
    select coalesce(platform_created_users(since, ${limit}), created_users(since, ${limit})) as count
      from (select ${startOf(period)} as since) p`);
  return row?.count ?? 0;
}

/** Users whose account is locked; for the platform those of all organisations. */
export async function countLockedUsers(db: Db, scope: Scope): Promise<number> {
  const row = await db.first(sql<{ count: number }>`
    select coalesce(platform_locked_users(), (
      select count(distinct u.id)::int from failed_attempts l join users u on u.org_id = l.org_id and u.id = l.user_id
       where l.org_id = ${scope.orgId} and l.locked_until > clock() and l.device = '' and u.deleted_date is null and ${within(scope, 'u')})) as count`);
  return row?.count ?? 0;
}

type NewUser = {
  readonly id: string;
  readonly name: string;
  readonly nodeName: string | null;
  readonly status: boolean;
  readonly createdDate: string;
};

export async function listNewestUsers(db: Db, scope: Scope, limit: number): Promise<NewUser[]> {
  return db.many(sql<NewUser>`
    select u.id, coalesce(full_name(u.first_name, u.last_name), '') as name, n.name as "nodeName", u.status, u.created_date as "createdDate"
      from user_page('{}', null, '{}', 'createdDate', true, null, null, 0, ${limit}, null) page
      join users u on u.org_id = ${scope.orgId} and u.id = page.id
      left join nodes n on n.org_id = u.org_id and n.id = u.node_id
     order by u.created_date desc, u.id desc`);
}

type NewNode = {
  readonly id: string;
  readonly name: string;
  readonly nodeType: NodeType;
  readonly status: boolean;
  readonly createdDate: string;
};

export async function listNewestNodes(db: Db, scope: Scope, limit: number): Promise<NewNode[]> {
  return db.many(sql<NewNode>`
    select n.id, n.name, n.node_type as "nodeType", n.status, n.created_date as "createdDate"
      from newest_nodes(${limit}) page join nodes n on n.org_id = ${scope.orgId} and n.id = page.id
     order by n.created_date desc, n.id desc`);
}

type StoreRow = {
  readonly id: string;
  readonly name: string;
  readonly code: string;
  readonly city: string | null;
  readonly country: string | null;
  readonly status: boolean;
  readonly deviceCount: number;
  readonly silentCount: number;
};

type StoreSelection = {
  readonly offset: number;
  readonly limit: number;
  readonly descending: boolean;
  readonly status: StoreFilter | undefined;
  readonly silentHours: number;
};

/** Stores in the order of the tree; one row more than the page size, to detect a next page. */
export async function listStores(
  db: Db,
  scope: Scope,
  { offset, limit, descending, status, silentHours }: StoreSelection,
): Promise<StoreRow[]> {
  const isSilent = sql`d.deleted_date is null and d.key_hash is not null and d.last_seen < ${hoursAgo(silentHours)}`;
  const filters = {
    enabled: sql` and n.status`,
    disabled: sql` and not n.status`,
    silent: sql` and n.id = any (array(select d.node_id from devices d where ${within(scope, 'd')} and ${isSilent}))`,
  };
  const direction = sql.raw(descending ? 'desc' : 'asc');
  return db.many(sql<StoreRow>`
    select s.id, s.name, s.code, s.city, s.country, s.status, d.total as "deviceCount", d.silent as "silentCount"
      from (select n.id, n.org_id, n.tpath, n.name, n.code, n.city, n.country, n.status from nodes n
             where ${within(scope, 'n')} and n.node_type = 'STORE' and n.deleted_date is null${status ? filters[status] : sql``}
             order by n.tpath ${direction} offset ${offset} limit ${limitPlusOne(limit)}) s
     cross join lateral (
       select count(*)::int as total, (count(*) filter (where ${isSilent}))::int as silent
         from devices d where d.org_id = s.org_id and d.node_id = s.id and d.deleted_date is null) d
     order by s.tpath ${direction}`);
}

type RunRow = {
  readonly id: string;
  readonly kind: string;
  readonly fileName: string;
  readonly state: ImportState;
  readonly rowCount: number;
  readonly wrong: number;
  readonly createdDate: string;
};

/** The latest runs of these kinds, of all or of some states. */
export async function listRecentRuns(
  db: Db,
  scope: Scope,
  { kinds, states, limit }: { kinds: readonly string[]; states?: readonly ImportState[]; limit: number },
): Promise<RunRow[]> {
  return db.many(sql<RunRow>`
    select r.id, r.kind, r.file_name as "fileName", r.state, r.row_count as "rowCount", r.wrong, r.created_date as "createdDate"
      from import_runs r where ${within(scope, 'r')} and r.kind = any(${kinds})${states ? sql` and r.state = any(${states})` : sql``}
     order by r.created_date desc, r.id desc limit ${limit}`);
}

/** The number of values set below the root of the scope in each section, up to the limit. */
export async function countOverrides(
  db: Db,
  scope: Scope,
  sections: readonly string[],
  limit: number,
): Promise<{ section: string; count: number }[]> {
  return db.many(sql<{ section: string; count: number }>`
    select s.section, found.count from unnest(${sections}::text[]) s(section)
     cross join lateral (
       select count(*)::int as count from (
         select from setting_values v where ${within(scope, 'v')} and v.tpath <> ${scope.lo} and v.section = s.section
            and is_current(v) limit ${limit}) x) found
     where found.count > 0 order by found.count desc, s.section`);
}

type PlannedRow = {
  readonly nodeId: string;
  readonly nodeName: string;
  readonly section: string;
  readonly begins: string;
  readonly count: number;
};

/** The next changes that take effect in the future, each with the total number. */
export async function listPlannedChanges(
  db: Db,
  scope: Scope,
  sections: readonly string[],
  limit: number,
): Promise<PlannedRow[]> {
  return db.many(sql<PlannedRow>`
    with planned as materialized (
      select c.node_id, c.section, c.begins from setting_changes c
       where ${within(scope, 'c')} and c.withdrawn_date is null and c.begins > clock() and c.section = any(${sections})
    )
    select p.node_id as "nodeId", n.name as "nodeName", p.section, p.begins, (select count(*)::int from planned) as count
      from planned p join nodes n on n.org_id = ${scope.orgId} and n.id = p.node_id and n.deleted_date is null
     order by p.begins, n.name, p.section limit ${limit}`);
}

const securityActions = {
  refusedSignIns: ['session.refused', 'session.reused', 'password.resetRefused'],
  deniedAccess: ['access.denied', 'access.unknownRecord'],
  refusedDevices: ['device.refused'],
} as const;

/** Security events since the beginning of a period, and in the period before, up to the limit of each. */
export async function countSecurityEvents(
  db: Db,
  scope: Scope,
  kind: keyof typeof securityActions,
  { days, limit }: { days: number; limit: number },
): Promise<Bounded & { before: number }> {
  const actions = sql.join(securityActions[kind].map((action) => sql.lit(action)));
  const count = (from: number, until: number) => sql<number>`(
    select count(*)::int from (select from audit a where ${within(scope, 'a')} and a.action in (${actions})
      and a.at >= clock() - make_interval(days => ${from}) and a.at < clock() - make_interval(days => ${until}) limit ${limit + 1}) x)`;
  const row = await db.first(sql<{ count: number; before: number }>`
    select ${count(days, 0)} as count, ${count(2 * days, days)} as before`);
  return { ...bounded(row?.count ?? 0, limit), before: Math.min(row?.before ?? 0, limit) };
}
