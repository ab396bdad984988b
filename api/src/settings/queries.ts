import type { NodeType } from '@storeward/contract/access';
import type { SettingMode } from '@storeward/contract/settings/section';
import type { SectionName } from '@storeward/contract/settings/sections';
import { countedExactly } from '@storeward/contract/paging';
import { sql } from 'kysely';
import type { Scope } from '../platform/actor.ts';
import { build, type Db } from '../platform/db.ts';

/** The values that a place itself has in force now in one section, by field. */
export async function findSection(
  db: Db,
  scope: Scope,
  nodeId: string,
  section: string,
): Promise<Record<string, unknown>> {
  const rows = await db.many(
    build
      .selectFrom('setting_values')
      .select(['field', 'value'])
      .where('org_id', '=', scope.orgId)
      .where('node_id', '=', nodeId)
      .where('section', '=', section)
      .where('ended_date', 'is', null)
      .where('valid_from', '<=', sql<string>`clock()`)
      .where((is) => is.or([is('valid_until', 'is', null), is('valid_until', '>', sql<string>`clock()`)]))
      .orderBy('valid_from'),
  );
  return Object.fromEntries(rows.map(({ field, value }) => [field, value]));
}

/** One value said somewhere along a path: its section, its field, itself, and how far it binds those below. */
export type InForce = readonly [section: string, field: string, value: unknown, mode: SettingMode];

/** A place with the code of its organisation, and what is set along its path. */
export type Along = {
  readonly id: string;
  readonly name: string;
  readonly nodeType: NodeType;
  readonly orgCode: string;
  readonly toldAt: string | null;
  readonly settings: readonly InForce[];
};

/** What is said, now or at a moment, along the path of one place of the caller's area or above it, from the top down; nothing for any other place. */
export async function findSettingsAlong(
  db: Db,
  _scope: Scope,
  nodeId: string,
  sections: readonly string[],
  moment?: string,
): Promise<Along | undefined> {
  const [at, wall] = moment && isWall(moment) ? [null, moment] : [moment ?? null, null];
  return db.first(
    sql<Along>`select id, name, node_type as "nodeType", org_code as "orgCode", told_at as "toldAt", settings
      from settings_along(${nodeId}, ${sections}, ${at}, ${wall})`,
  );
}

/** Whether a moment is meant by the clock on a wall, which tells no zone. */
const isWall = (moment: string): boolean => !moment.endsWith('Z');

/** A place whose settings are looked at, with the clock on its wall and the moment it is looked at. */
export type SettingPlace = {
  readonly id: string;
  readonly name: string;
  readonly nodeType: NodeType;
  readonly tpath: string;
  readonly timeZone: string;
  readonly now: string;
};

/** A place of the caller's area with the time zone that its settings begin in: its own, or the nearest above it. */
export async function findSettingPlace(
  db: Db,
  scope: Scope,
  nodeId: string,
  { held = false }: { held?: boolean } = {},
): Promise<SettingPlace | undefined> {
  const place = await db.first(sql<Omit<SettingPlace, 'now' | 'timeZone'> & { timeZone: string | null }>`
    select n.id, n.name, n.node_type as "nodeType", n.tpath, n.time_zone as "timeZone" from nodes n
     where n.org_id = ${scope.orgId} and n.id = ${nodeId} and n.deleted_date is null
       and case when n.tpath >= ${scope.lo} and n.tpath < ${scope.hi} then true else false end${held ? sql` for no key update` : sql``}`);
  if (!place) return undefined;
  // asked after the place is held: whoever had to wait is later than whom they waited for
  const { now } = (await db.first(sql<{ now: string }>`select clock_now() as now`)) ?? { now: '' };
  return { ...place, now, timeZone: place.timeZone ?? (await timeZoneAbove(db, scope, place.tpath)) };
}

/** The time zone of the nearest place above that has one; the world's where none has. */
async function timeZoneAbove(db: Db, _scope: Scope, tpath: string): Promise<string> {
  const row = await db.first(sql<{ timeZone: string | null }>`select setting_zone(${tpath}) as "timeZone"`);
  return row?.timeZone ?? 'UTC';
}

/** What one place on the way down to another says about a field, with who said it. */
export type Told = {
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

/** What stands along the paths of some places of the caller's area at a moment, from the top down. */
export async function listTold(
  db: Db,
  _scope: Scope,
  nodeIds: readonly string[],
  sections: readonly string[],
  at: string,
): Promise<Told[]> {
  return db.many(sql<Told>`
    select for_node as "forNode", node_id as "nodeId", name, node_type as "nodeType", section, field, value, mode, since, told_by as by, reason
      from settings_told(${[...nodeIds]}, ${[...sections]}, ${at})`);
}

/** A page of places with their paths, what is said on the way down to them, each thing once, and how many there are. */
export type PageTold = {
  readonly rows: readonly (Pick<SettingPlace, 'id' | 'name' | 'nodeType' | 'tpath'> & { readonly code: string })[];
  readonly said: readonly (Pick<Told, 'nodeId' | 'name' | 'nodeType' | 'field' | 'value' | 'mode'> & {
    readonly tpath: string;
  })[];
  readonly total: number;
};

/** The places of some kinds at and below one of the caller's area with what is said of a section on the way down to them; nothing where there is no such place. */
export async function findPageTold(
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
): Promise<PageTold | undefined> {
  const row = await db.first(sql<{ page: PageTold | null }>`
    select settings_page(${nodeId}, ${section}, ${[...types]}, ${pattern}, ${offset}, ${limit}, ${countedExactly + 1}) as page`);
  return row?.page ?? undefined;
}

/** Which version the settings of a section at a place have, which is how often they were changed, and when they last were. */
export async function versionOf(
  db: Db,
  scope: Scope,
  nodeId: string,
  section: string,
): Promise<{ version: number; updatedDate: string | null }> {
  const row = await db.first(sql<{ version: number; updatedDate: string | null }>`
    select coalesce(max(version), 0) as version, max(created_date) as "updatedDate" from setting_changes
     where org_id = ${scope.orgId} and node_id = ${nodeId} and section = ${section}`);
  return row ?? { version: 0, updatedDate: null };
}

/** A value of a place that has not ended before a moment. */
export type OwnValue = {
  readonly field: string;
  readonly value: unknown;
  readonly mode: SettingMode;
  readonly from: string;
  readonly until: string | null;
  readonly changeId: string | null;
  readonly closedBy: string | null;
};

/** The values of one section that a place has or will have itself, from a moment on, in the order in which they begin. */
export async function listOwn(db: Db, scope: Scope, nodeId: string, section: string, at: string): Promise<OwnValue[]> {
  return db.many(sql<OwnValue>`
    select field, value, mode, valid_from as "from", valid_until as "until", change_id as "changeId", closed_by as "closedBy"
      from setting_values
     where org_id = ${scope.orgId} and node_id = ${nodeId} and section = ${section}
       and (valid_until is null or valid_until > ${at}) and valid_until is distinct from valid_from
     order by valid_from`);
}

/** The values of one section that a place had itself at a moment. */
export async function listOwnAt(
  db: Db,
  scope: Scope,
  nodeId: string,
  section: string,
  at: string,
): Promise<OwnValue[]> {
  return (await listOwn(db, scope, nodeId, section, at)).filter(({ from }) => Date.parse(from) <= Date.parse(at));
}

/** Values that somebody is working on at a place. */
export type StoredDraft = { readonly draft: Record<string, unknown>; readonly updatedDate: string };

/** Somebody's draft of a section at a place; nothing where there is none. */
export async function findDraft(
  db: Db,
  scope: Scope,
  nodeId: string,
  section: string,
  userId: string,
): Promise<StoredDraft | undefined> {
  return db.first(sql<StoredDraft>`
    select draft, updated_date as "updatedDate" from setting_drafts
     where org_id = ${scope.orgId} and node_id = ${nodeId} and section = ${section} and updated_by = ${userId}`);
}

/** Keeps somebody's draft in place of their one before. */
export async function keepDraft(
  db: Db,
  scope: Scope,
  place: Pick<SettingPlace, 'id' | 'tpath'>,
  section: string,
  draft: Record<string, unknown>,
  userId: string,
): Promise<void> {
  await db.run(sql`
    insert into setting_drafts (org_id, node_id, tpath, section, draft, updated_date, updated_by)
    values (${scope.orgId}, ${place.id}, ${place.tpath}, ${section}, ${JSON.stringify(draft)}, clock(), ${userId})
    on conflict (org_id, node_id, section, updated_by) do update
       set draft = excluded.draft, updated_date = excluded.updated_date`);
}

/** Forgets somebody's draft of a section at a place. */
export async function dropDraft(db: Db, scope: Scope, nodeId: string, section: string, userId: string): Promise<void> {
  await db.run(sql`
    delete from setting_drafts
     where org_id = ${scope.orgId} and node_id = ${nodeId} and section = ${section} and updated_by = ${userId}`);
}

/** The moment that a clock on the wall of a time zone shows; one that tells its zone is that already. */
export async function momentAt(db: Db, wall: string, timeZone: string): Promise<string> {
  if (!isWall(wall)) return wall;
  const row = await db.first(sql<{ at: string }>`select (${wall}::timestamp at time zone ${timeZone}) as at`);
  return row?.at ?? '';
}

/** A store as its devices know it, and what is said along its path. */
export type ForDevice = {
  readonly id: string;
  readonly name: string;
  readonly code: string;
  readonly timeZone: string | null;
  readonly orgCode: string;
  /** When anything on its way was changed last. */
  readonly since: string;
  readonly settings: readonly InForce[];
};

/** The store of the device with this key, and what is said along its path; nothing where no device has it. */
export async function findForDevice(
  db: Db,
  _scope: Scope,
  keyHash: Buffer,
  sections: readonly string[],
): Promise<ForDevice | undefined> {
  return db.first(sql<ForDevice>`
    select store_id as id, name, code, time_zone as "timeZone", org_code as "orgCode", since, settings
      from device_configuration(${keyHash}, ${[...sections]})`);
}

/** A key that an organisation's secrets are sealed with, itself sealed: the newest unless one is named; nothing where there is none. */
export async function findSecretKey(
  db: Db,
  scope: Scope,
  id?: string,
): Promise<{ id: string; sealed: Buffer } | undefined> {
  return db.first(sql<{ id: string; sealed: Buffer }>`
    select id, sealed from secret_keys where org_id = ${scope.orgId}${id === undefined ? sql`` : sql` and id = ${id}`}
     order by created_date desc, id desc limit 1`);
}

/** Keeps a new key of an organisation, sealed. */
export async function insertSecretKey(db: Db, scope: Scope, id: string, sealed: Buffer): Promise<void> {
  await db.run(sql`
    insert into secret_keys (org_id, id, sealed, created_date) values (${scope.orgId}, ${id}, ${sealed}, clock())`);
}
