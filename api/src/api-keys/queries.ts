import type { NodeType } from '@storeward/contract/access';
import { type ApiKeyInput, type ApiKeyStatus, maxApiKeyDays } from '@storeward/contract/api-keys';
import { normalised } from '@storeward/contract/fields';
import type { PageParams } from '@storeward/contract/paging';
import { type RawBuilder, sql } from 'kysely';
import type { Scope } from '../platform/actor.ts';
import { limitPlusOne } from '../platform/database/cursor-pagination.ts';
import { build, type Db } from '../platform/database/db.ts';
import { exactFirst, isFound } from '../platform/database/search-patterns.ts';

/** A stored service account with its role, without the hashes of its keys. */
export type StoredApiKey = {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly nodeId: string;
  readonly nodeName: string;
  readonly nodeType: NodeType;
  readonly tpath: string;
  readonly roleId: string;
  readonly roleName: string;
  readonly roleLevel: NodeType;
  readonly roleStatus: boolean;
  readonly accessRights: readonly string[];
  readonly status: ApiKeyStatus;
  readonly until: string;
  readonly networks: readonly string[];
  readonly lastUsed: string | null;
  readonly lastAddress: string | null;
  /** The key before the last rotation, while it is valid. */
  readonly oldPrefix: string | null;
  readonly oldUntil: string | null;
  readonly oldLastUsed: string | null;
  readonly makerName: string | null;
  readonly makerEnabled: boolean | null;
  readonly createdDate: string;
  readonly createdBy: string | null;
  readonly updatedDate: string;
  readonly updatedBy: string | null;
  readonly version: number;
};

export type ApiKeyFilter = PageParams & { readonly status?: ApiKeyStatus | undefined };

/** A key as it is stored. */
export type NewKey = { readonly prefix: string; readonly hash: Buffer; readonly until: string };

const status = sql`case when s.revoked_date is not null then 'revoked' when s.until <= clock() then 'expired'
  when not r.status or r.deleted_date is not null or exists (select from nodes_along_path(s.tpath) p where not p.is_open) then 'suspended'
  else 'active' end`;

const hasOld = sql`s.old_until > clock() and s.revoked_date is null`;

const columns = sql`s.id, s.name, s.prefix, s.node_id as "nodeId", n.name as "nodeName", n.node_type as "nodeType", s.tpath,
  s.role_id as "roleId", r.name as "roleName", r.level as "roleLevel", r.status and r.deleted_date is null as "roleStatus",
  r.access_rights as "accessRights", ${status} as status, s.until, s.networks, s.last_used as "lastUsed", s.last_address as "lastAddress",
  case when ${hasOld} then s.old_prefix end as "oldPrefix", case when ${hasOld} then s.old_until end as "oldUntil",
  case when ${hasOld} then s.old_last_used end as "oldLastUsed",
  full_name(m.first_name, m.last_name) as "makerName", m.status and m.deleted_date is null as "makerEnabled",
  s.created_date as "createdDate", s.created_by as "createdBy", s.updated_date as "updatedDate", s.updated_by as "updatedBy", s.version`;

const tables = sql`service_accounts s
  join nodes n on n.org_id = s.org_id and n.id = s.node_id
  join roles r on r.org_id = s.org_id and r.id = s.role_id
  left join users m on m.org_id = s.org_id and m.id = s.maker_id`;

const inScope = (scope: Scope) => sql`s.org_id = ${scope.orgId} and s.tpath >= ${scope.lo} and s.tpath < ${scope.hi}`;

const matches = (scope: Scope, { search, status: requested }: Pick<ApiKeyFilter, 'search' | 'status'>) => sql`
  ${inScope(scope)} and ${isFound(sql`(s.name_norm || ' ' || lower(s.prefix))`, search)}${requested ? sql` and ${status} = ${requested}` : sql``}`;

const orders: Readonly<Record<string, RawBuilder<unknown>>> = {
  name: sql`s.name_norm`,
  until: sql`s.until`,
  lastUsed: sql`coalesce(s.last_used, '-infinity')`,
  createdDate: sql`s.created_date`,
};

/** One page of the API keys in the scope; one row more than the page size. */
export async function listApiKeys(db: Db, scope: Scope, filter: ApiKeyFilter): Promise<StoredApiKey[]> {
  const direction = sql.raw(filter.descending ? 'desc' : 'asc');
  return db.many(sql<StoredApiKey>`
    select ${columns} from ${tables} where ${matches(scope, filter)}
     order by ${exactFirst(filter.search, sql`s.name_norm`)}${orders[filter.sort] ?? orders['name']} ${direction}, s.id ${direction}
    offset ${filter.offset} limit ${limitPlusOne(filter.limit)}`);
}

export async function countApiKeys(db: Db, scope: Scope, filter: ApiKeyFilter): Promise<number> {
  const row = await db.first(
    sql<{ total: number }>`select count(*)::int as total from ${tables} where ${matches(scope, filter)}`,
  );
  return row?.total ?? 0;
}

/** An API key of the scope, locked for the transaction if `lock` is set. */
export async function findApiKey(
  db: Db,
  scope: Scope,
  id: string,
  { lock = false }: { readonly lock?: boolean } = {},
): Promise<StoredApiKey | undefined> {
  return db.first(
    sql<StoredApiKey>`select ${columns} from ${tables} where ${inScope(scope)} and s.id = ${id}${lock ? sql` for update of s` : sql``}`,
  );
}

/** Whether the end of a key lies in the future, and within the longest lifetime. */
export async function checkEnd(db: Db, _scope: Scope, until: string): Promise<{ future: boolean; allowed: boolean }> {
  const row = await db.first(sql<{ future: boolean; allowed: boolean }>`
    select ${until}::timestamptz > clock() as future,
           ${until}::timestamptz <= clock() + make_interval(days => ${maxApiKeyDays}) as allowed`);
  return row!;
}

export async function insertApiKey(
  db: Db,
  scope: Scope,
  {
    id,
    node,
    roleId,
    input,
    key,
  }: {
    readonly id: string;
    readonly node: { readonly id: string; readonly tpath: string };
    readonly roleId: string;
    readonly input: ApiKeyInput;
    readonly key: NewKey;
  },
  userId: string,
): Promise<void> {
  const now = sql<string>`clock()`;
  await db.run(
    build.insertInto('service_accounts').values({
      id,
      org_id: scope.orgId,
      node_id: node.id,
      tpath: node.tpath,
      role_id: roleId,
      name: input.name,
      name_norm: normalised(input.name),
      networks: [...input.networks],
      prefix: key.prefix,
      key_hash: key.hash,
      until: key.until,
      maker_id: userId,
      created_date: now,
      created_by: userId,
      updated_date: now,
      updated_by: userId,
    }),
  );
}

/** The possible changes of a key. */
export type ApiKeyChange =
  | { readonly input: ApiKeyInput }
  | { readonly key: NewKey; readonly overlapHours: number }
  | 'previousEnded'
  | 'revoked';

/** Changes a locked key. */
export async function updateApiKey(
  db: Db,
  { orgId }: Scope,
  id: string,
  change: ApiKeyChange,
  userId: string,
): Promise<void> {
  await db.run(
    build
      .updateTable('service_accounts')
      .set({
        ...changedColumns(change, userId),
        updated_date: sql<string>`clock()`,
        updated_by: userId,
        version: sql<number>`version + 1`,
      })
      .where('org_id', '=', orgId)
      .where('id', '=', id),
  );
}

function changedColumns(change: ApiKeyChange, userId: string) {
  if (change === 'revoked') return { revoked_date: sql<string>`clock()` };
  if (change === 'previousEnded') return { old_until: sql<string>`clock()` };
  if ('input' in change) {
    const { name, networks } = change.input;
    return { name, name_norm: normalised(name), networks: [...networks] };
  }
  // a key that nobody has used was lost with its response: the one before it stays in use
  const isUnused = sql`(last_used is null and coalesce(old_until > clock(), false))`;
  const overlapEnd = sql`clock() + make_interval(hours => ${change.overlapHours})`;
  return {
    old_prefix: sql<string>`case when ${isUnused} then old_prefix else prefix end`,
    old_key_hash: sql<Buffer>`case when ${isUnused} then old_key_hash else key_hash end`,
    old_until: sql<string>`least(case when ${isUnused} then old_until else until end, ${overlapEnd})`,
    old_last_used: sql<string | null>`case when ${isUnused} then old_last_used else last_used end`,
    prefix: change.key.prefix,
    key_hash: change.key.hash,
    until: change.key.until,
    last_used: null,
    last_address: null,
    maker_id: userId,
  };
}
