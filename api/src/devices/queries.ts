import type { DeviceInput } from '@storeward/contract/devices';
import { normalised } from '@storeward/contract/fields';
import { searchText } from '@storeward/contract/search';
import type { PageParams } from '@storeward/contract/paging';
import { sql } from 'kysely';
import type { Scope } from '../platform/actor.ts';
import { build, type Db } from '../platform/database/db.ts';
import { limitPlusOne } from '../platform/database/cursor-pagination.ts';
import { exactFirst, isFound } from '../platform/database/search-patterns.ts';

/** A stored device without its key and pairing hashes. */
export type StoredDevice = {
  readonly id: string;
  readonly nodeId: string;
  readonly tpath: string;
  readonly name: string;
  readonly type: 'mobile' | 'tablet';
  readonly address: string;
  readonly serial: string;
  readonly pairedDate: string | null;
  readonly lastSeen: string | null;
  readonly createdDate: string;
  readonly createdBy: string | null;
  readonly updatedDate: string;
  readonly updatedBy: string | null;
  readonly version: number;
};

const deviceColumns = sql`d.id, d.node_id as "nodeId", d.tpath, d.name, d.type, d.address, d.serial, d.paired_date as "pairedDate",
  d.last_seen as "lastSeen", d.created_date as "createdDate", d.created_by as "createdBy",
  d.updated_date as "updatedDate", d.updated_by as "updatedBy", d.version`;

const inScope = (scope: Scope) =>
  sql`d.org_id = ${scope.orgId} and d.deleted_date is null and d.tpath >= ${scope.lo} and d.tpath < ${scope.hi}`;

const searchCondition = (search: string) =>
  sql` and ${isFound(sql`case d.search_text when '' then d.name_norm || ' ' || d.serial_norm else d.search_text end`, search)}`;

/** The devices of a store by name; one row more than the page size, to detect a next page. */
export async function listDevices(
  db: Db,
  scope: Scope,
  nodeId: string,
  { search, descending, offset, limit }: PageParams,
): Promise<StoredDevice[]> {
  const direction = sql.raw(descending ? 'desc' : 'asc');
  return db.many(sql<StoredDevice>`
    select ${deviceColumns} from devices d where ${inScope(scope)} and d.node_id = ${nodeId}${searchCondition(search)}
     order by ${exactFirst(search, sql`d.name_norm`, sql`d.serial_norm`)}d.name_norm ${direction}, d.id ${direction} offset ${offset} limit ${limitPlusOne(limit)}`);
}

export async function countDevices(db: Db, scope: Scope, nodeId: string, search: string): Promise<number> {
  const row = await db.first(sql<{ total: number }>`
    select count(*)::int as total from devices d where ${inScope(scope)} and d.node_id = ${nodeId}${searchCondition(search)}`);
  return row?.total ?? 0;
}

/** Loads a device of the scope and locks its row until the end of the transaction. */
export async function lockDevice(db: Db, scope: Scope, id: string): Promise<StoredDevice | undefined> {
  return db.first(
    sql<StoredDevice>`select ${deviceColumns} from devices d where ${inScope(scope)} and d.id = ${id} for update`,
  );
}

const toColumns = ({ name, type, address, serial }: DeviceInput) => ({
  name,
  name_norm: normalised(name),
  type,
  address,
  serial,
  serial_norm: normalised(serial),
  search_text: searchText(name, serial),
});

const updateStamp = (userId: string) => ({
  updated_date: sql<string>`clock()`,
  updated_by: userId,
  version: sql<number>`version + 1`,
});

export async function insertDevice(
  db: Db,
  scope: Scope,
  { id, node, input }: { id: string; node: { id: string; tpath: string }; input: DeviceInput },
  userId: string,
): Promise<void> {
  await db.run(
    build.insertInto('devices').values({
      id,
      org_id: scope.orgId,
      node_id: node.id,
      tpath: node.tpath,
      ...toColumns(input),
      created_date: sql<string>`clock()`,
      created_by: userId,
      updated_date: sql<string>`clock()`,
      updated_by: userId,
    }),
  );
}

/** The possible updates of a device. */
export type DeviceChange =
  | { readonly input: DeviceInput }
  | { readonly deleted: true }
  | { readonly revokeKey: true }
  | { readonly pairingHash: Buffer; readonly minutes: number };

/** Updates a locked device. Revoking the key or deleting the device also clears a pending pairing code. */
export async function updateDevice(
  db: Db,
  scope: Scope,
  id: string,
  change: DeviceChange,
  userId: string,
): Promise<void> {
  const clearedCredentials = { key_hash: null, paired_date: null, pairing_hash: null, pairing_until: null };
  const columns =
    'input' in change
      ? toColumns(change.input)
      : 'deleted' in change
        ? { deleted_date: sql<string>`clock()`, ...clearedCredentials }
        : 'revokeKey' in change
          ? clearedCredentials
          : {
              pairing_hash: change.pairingHash,
              pairing_until: sql<string>`clock() + make_interval(mins => ${change.minutes})`,
            };
  await db.run(
    build
      .updateTable('devices')
      .set({ ...columns, ...updateStamp(userId) })
      .where(sql<boolean>`org_id = ${scope.orgId} and tpath >= ${scope.lo} and tpath < ${scope.hi} and id = ${id}`),
  );
}

/** The expiry of a device's pairing code. */
export async function findPairingExpiry(db: Db, scope: Scope, id: string): Promise<string | undefined> {
  const row = await db.first(
    build.selectFrom('devices').select('pairing_until as until').where('org_id', '=', scope.orgId).where('id', '=', id),
  );
  return row?.until ?? undefined;
}

/** Exchanges a valid pairing code for a key; undefined if no device has this code. */
export async function redeemPairing(
  db: Db,
  scope: Scope,
  pairingHash: Buffer,
  keyHash: Buffer,
): Promise<{ id: string; tpath: string } | undefined> {
  return db.first(sql<{ id: string; tpath: string }>`
    update devices set key_hash = ${keyHash}, paired_date = clock(), last_seen = clock(), pairing_hash = null,
           pairing_until = null, version = version + 1, updated_date = clock()
     where org_id = ${scope.orgId} and pairing_hash = ${pairingHash} and pairing_until > clock() and deleted_date is null
    returning id, tpath`);
}

/** Whether a device has this key, also one below a disabled node. */
export async function isDeviceKey(db: Db, { orgId }: Scope, keyHash: Buffer): Promise<boolean> {
  const devices = build.selectFrom('devices').select('id').where('org_id', '=', orgId).where('key_hash', '=', keyHash);
  return (await db.first(devices.where('deleted_date', 'is', null))) !== undefined;
}

/**
 * Updates `lastSeen` of the device with this key; undefined if the key is unknown or a node above the device is
 * disabled.
 */
export async function touchDevice(
  db: Db,
  scope: Scope,
  keyHash: Buffer,
): Promise<{ id: string; name: string; nodeId: string } | undefined> {
  return db.first(sql<{ id: string; name: string; nodeId: string }>`
    update devices set last_seen = clock()
     where org_id = ${scope.orgId} and key_hash = ${keyHash} and deleted_date is null
       and not exists (select from nodes n where n.org_id = devices.org_id and n.tpath = any(path_prefixes(devices.tpath)) and not n.status)
    returning id, name, node_id as "nodeId"`);
}
