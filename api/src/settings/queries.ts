import type { NodeType } from '@storeward/contract/access';
import type { SettingMode } from '@storeward/contract/settings/engine/section';
import type { SectionName } from '@storeward/contract/settings/sections';
import { exactCountLimit } from '@storeward/contract/paging';
import { splitOffset } from '@storeward/contract/reference/local-time';
import { timeZones } from '@storeward/contract/reference/time-zones';
import { sql } from 'kysely';
import type { Scope } from '../platform/actor.ts';
import type { Db } from '../platform/database/db.ts';
import { ensure } from '../platform/errors.ts';
import type { SettingTuple } from './path-entries.ts';

/** The current values stored at a node for one section, by field. */
export async function findSection(
  db: Db,
  scope: Scope,
  nodeId: string,
  section: string,
): Promise<Record<string, unknown>> {
  const rows = await db.many(sql<{ field: string; value: unknown }>`
    select v.field, v.value from setting_values v
     where v.org_id = ${scope.orgId} and v.node_id = ${nodeId} and v.section = ${section} and is_current(v) order by v.valid_from`);
  return Object.fromEntries(rows.map(({ field, value }) => [field, value]));
}

/** A node with its organisation's code and the values stored along its path. */
export type PathSettings = {
  readonly id: string;
  readonly name: string;
  readonly nodeType: NodeType;
  readonly orgCode: string;
  readonly resolvedAt: string | null;
  readonly settings: readonly SettingTuple[];
};

/** The values along the path of a node in or above the actor's scope, from the root down; undefined for other nodes. */
export async function findPathSettings(
  db: Db,
  _scope: Scope,
  nodeId: string,
  sections: readonly string[],
  timestamp?: string,
): Promise<PathSettings | undefined> {
  const [at, localTime] = timestamp && isLocalTime(timestamp) ? [null, timestamp] : [timestamp ?? null, null];
  return db.first(
    sql<PathSettings>`select id, name, node_type as "nodeType", org_code as "orgCode", effective_at as "resolvedAt", settings
      from settings_along_path(${nodeId}, ${sections}, ${at}, ${localTime})`,
  );
}

/** Whether a timestamp is local time, that is, without a time zone or offset. */
const isLocalTime = (timestamp: string): boolean => !timestamp.endsWith('Z') && !splitOffset(timestamp).offset;

/** A node with its time zone and the current time of the database. */
export type SettingNode = {
  readonly id: string;
  readonly name: string;
  readonly nodeType: NodeType;
  readonly tpath: string;
  readonly timeZone: string;
  readonly now: string;
};

/** A node of the actor's scope with its time zone: its own, or that of the nearest ancestor with one. */
export async function findSettingNode(
  db: Db,
  scope: Scope,
  nodeId: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<SettingNode | undefined> {
  const node = await db.first(sql<Omit<SettingNode, 'now' | 'timeZone'> & { timeZone: string | null }>`
    select n.id, n.name, n.node_type as "nodeType", n.tpath, n.time_zone as "timeZone" from nodes n
     where n.org_id = ${scope.orgId} and n.id = ${nodeId} and n.deleted_date is null
       and case when n.tpath >= ${scope.lo} and n.tpath < ${scope.hi} then true else false end${lock ? sql` for no key update` : sql``}`);
  if (!node) return undefined;
  // read after locking, so that a waiting transaction gets a later time than the one it waited for
  const { now } = (await db.first(sql<{ now: string }>`select clock_now() as now`)) ?? { now: '' };
  return { ...node, now, timeZone: node.timeZone ?? (await findInheritedTimeZone(db, scope, node.tpath)) };
}

/** The time zone of the nearest ancestor with one; UTC if there is none. */
async function findInheritedTimeZone(db: Db, _scope: Scope, tpath: string): Promise<string> {
  const row = await db.first(sql<{ timeZone: string | null }>`select effective_time_zone(${tpath}) as "timeZone"`);
  return row?.timeZone ?? 'UTC';
}

/** A value stored on the path to `forNode`, with its author. */
export type Explanation = {
  readonly forNode: string;
  readonly nodeId: string;
  readonly name: string;
  readonly nodeType: NodeType;
  readonly section: SectionName;
  readonly field: string;
  readonly value: unknown;
  readonly mode: SettingMode;
  readonly since: string;
  readonly by: string | null;
  readonly reason: string | null;
};

/** The values along the paths of nodes of the actor's scope at a time, from the root down. */
export async function listExplanations(
  db: Db,
  _scope: Scope,
  nodeIds: readonly string[],
  sections: readonly string[],
  at: string,
): Promise<Explanation[]> {
  return db.many(sql<Explanation>`
    select for_node as "forNode", node_id as "nodeId", name, node_type as "nodeType", section, field, value, mode, since, set_by as by, reason
      from explain_settings(${[...nodeIds]}, ${[...sections]}, ${at})`);
}

/**
 * A page of nodes with the values stored along their paths (each once) and the total count; JSON of `page_of_settings`.
 */
export type SettingsPage = {
  readonly rows: readonly (Pick<SettingNode, 'id' | 'name' | 'nodeType' | 'tpath'> & { readonly code: string })[];
  readonly storedValues: readonly (Pick<Explanation, 'nodeId' | 'name' | 'nodeType' | 'field' | 'value' | 'mode'> & {
    readonly tpath: string;
  })[];
  readonly total: number;
};

/**
 * Nodes of the given types at and below a node, with the values of a section; undefined if the node is out of scope.
 */
export async function findSettingsPage(
  db: Db,
  _scope: Scope,
  nodeId: string,
  section: string,
  {
    types,
    pattern,
    offset,
    limit,
  }: { types: readonly NodeType[]; pattern: string | null; offset: number; limit: number },
): Promise<SettingsPage | undefined> {
  const row = await db.first(sql<{ page: SettingsPage | null }>`
    select page_of_settings(${nodeId}, ${section}, ${[...types]}, ${pattern}, ${offset}, ${limit}, ${exactCountLimit + 1}) as page`);
  return row?.page ?? undefined;
}

type Revision = { readonly version: number; readonly updatedDate: string | null; readonly updatedBy: string | null };

/** The versions of sections at a node (the number of their changes), and times and authors of the last ones. */
export async function findVersions(
  db: Db,
  scope: Scope,
  nodeId: string,
  sections: readonly SectionName[],
): Promise<(section: SectionName) => Revision> {
  const rows = await db.many(sql<Revision & { section: SectionName }>`
    select requested.section, c.version, c.created_date as "updatedDate",
           coalesce(full_name(u.first_name, u.last_name), (select k.name from service_accounts k where k.id = c.created_by)) as "updatedBy"
      from unnest(${[...sections]}::text[]) requested(section)
     cross join lateral (
       select last.version, last.created_date, last.created_by, last.org_id from setting_changes last
        where last.org_id = ${scope.orgId} and last.node_id = ${nodeId} and last.section = requested.section
        order by last.version desc limit 1) c
      left join users u on u.org_id = c.org_id and u.id = c.created_by`);
  const bySection = new Map(rows.map(({ section, ...revision }) => [section, revision]));
  return (section) => bySection.get(section) ?? { version: 0, updatedDate: null, updatedBy: null };
}

/** A value of a node with the time it applies. */
export type TimedValue = {
  readonly section: SectionName;
  readonly field: string;
  readonly value: unknown;
  readonly mode: SettingMode;
  readonly from: string;
  readonly until: string | null;
  readonly changeId: string | null;
  readonly closedBy: string | null;
};

/** The current and planned values of sections at a node, by start time. */
export async function listOwnValues(
  db: Db,
  scope: Scope,
  nodeId: string,
  sections: readonly SectionName[],
  at: string,
): Promise<TimedValue[]> {
  return db.many(sql<TimedValue>`
    select section, field, value, mode, valid_from as "from", valid_until as "until", change_id as "changeId", closed_by as "closedBy"
      from setting_values
     where org_id = ${scope.orgId} and node_id = ${nodeId} and section = any(${[...sections]})
       and (valid_until is null or valid_until > ${at}) and valid_until is distinct from valid_from
     order by valid_from`);
}

/** The values of a section stored at a node at a time. */
export async function listOwnValuesAt(
  db: Db,
  scope: Scope,
  nodeId: string,
  section: SectionName,
  at: string,
): Promise<TimedValue[]> {
  return (await listOwnValues(db, scope, nodeId, [section], at)).filter(
    ({ from }) => Date.parse(from) <= Date.parse(at),
  );
}

/** Converts local time of a time zone to an instant; instants keep their moment. */
export async function toInstant(db: Db, localTime: string, timeZone: string): Promise<string> {
  if (!isLocalTime(localTime)) return localTime.endsWith('Z') ? localTime : new Date(localTime).toISOString();
  // one that was stored before names were checked; the database would refuse it, or read IST as it likes
  ensure(timeZones.includes(timeZone), 'setting.timeZoneUnknown');
  const row = await db.first(sql<{ at: string }>`select (${localTime}::timestamp at time zone ${timeZone}) as at`);
  return row?.at ?? '';
}

/** Whether the clock of a time zone has the offset of a local time then. */
export async function hasOffset(db: Db, start: string, timeZone: string): Promise<boolean> {
  ensure(timeZones.includes(timeZone), 'setting.timeZoneUnknown');
  const row = await db.first(sql<{ shown: boolean }>`
    select ${start}::timestamptz at time zone ${timeZone} = ${splitOffset(start).localTime}::timestamp as shown`);
  return row?.shown ?? false;
}

/** The store of a device, with the values stored along its path. */
export type DeviceStore = {
  readonly id: string;
  readonly name: string;
  readonly code: string;
  readonly timeZone: string | null;
  readonly orgCode: string;
  /** Time of the last change along the path. */
  readonly since: string;
  readonly settings: readonly SettingTuple[];
};

/** The store of the device with this key hash; undefined if there is none. */
export async function findDeviceStore(
  db: Db,
  _scope: Scope,
  keyHash: Buffer,
  sections: readonly string[],
): Promise<DeviceStore | undefined> {
  return db.first(sql<DeviceStore>`
    select store_id as id, name, code, time_zone as "timeZone", org_code as "orgCode", since, settings
      from device_configuration(${keyHash}, ${[...sections]})`);
}

/** An encrypted key of an organisation; `unbound` is whether values may be encrypted without associated data. */
export type SecretKey = { readonly id: string; readonly encrypted_key: Buffer; readonly unbound: boolean };

/** An encrypted key of an organisation's secrets: the one named, else the newest. */
export async function findSecretKey(db: Db, scope: Scope, id?: string): Promise<SecretKey | undefined> {
  return db.first(sql<SecretKey>`
    select id, encrypted_key, exists (select from unbound_encryption) as unbound
      from secret_keys where org_id = ${scope.orgId}${id === undefined ? sql`` : sql` and id = ${id}`}
     order by created_date desc, id desc limit 1`);
}

/** Stores a new encrypted key of an organisation. */
export async function insertSecretKey(db: Db, scope: Scope, id: string, encryptedKey: Buffer): Promise<void> {
  await db.run(sql`
    insert into secret_keys (org_id, id, encrypted_key, created_date) values (${scope.orgId}, ${id}, ${encryptedKey}, clock())`);
}
