import type { DeviceInput } from '@storeward/contract/devices';
import { normalised } from '@storeward/contract/fields';
import type { PageWanted } from '@storeward/contract/paging';
import { sql } from 'kysely';
import type { Scope } from '../platform/actor.ts';
import { build, type Db } from '../platform/db.ts';
import { containing, oneMoreThan } from '../platform/paged.ts';

/** A device as it is stored, without what only it knows. */
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

const shown = sql`d.id, d.node_id as "nodeId", d.tpath, d.name, d.type, d.address, d.serial, d.paired_date as "pairedDate",
  d.last_seen as "lastSeen", d.created_date as "createdDate", d.created_by as "createdBy",
  d.updated_date as "updatedDate", d.updated_by as "updatedBy", d.version`;

const within = (scope: Scope) =>
  sql`d.org_id = ${scope.orgId} and d.deleted_date is null and d.tpath >= ${scope.lo} and d.tpath < ${scope.hi}`;

const named = (search: string) =>
  search
    ? sql` and (d.name_norm like ${containing(normalised(search))} or d.serial_norm like ${containing(normalised(search))})`
    : sql``;

/** The devices of one store by name, and one more than wanted. */
export async function listDevices(
  db: Db,
  scope: Scope,
  nodeId: string,
  { search, descending, offset, limit }: PageWanted,
): Promise<StoredDevice[]> {
  const direction = sql.raw(descending ? 'desc' : 'asc');
  return db.many(sql<StoredDevice>`
    select ${shown} from devices d where ${within(scope)} and d.node_id = ${nodeId}${named(search)}
     order by d.name_norm ${direction}, d.id ${direction} offset ${offset} limit ${oneMoreThan(limit)}`);
}

/** How many devices a store has. */
export async function countDevices(db: Db, scope: Scope, nodeId: string, search: string): Promise<number> {
  const row = await db.first(sql<{ total: number }>`
    select count(*)::int as total from devices d where ${within(scope)} and d.node_id = ${nodeId}${named(search)}`);
  return row?.total ?? 0;
}

/** One device, held until the change at hand is stored. */
export async function lockDevice(db: Db, scope: Scope, id: string): Promise<StoredDevice | undefined> {
  return db.first(sql<StoredDevice>`select ${shown} from devices d where ${within(scope)} and d.id = ${id} for update`);
}

const columnsOf = ({ name, type, address, serial }: DeviceInput) => ({
  name,
  name_norm: normalised(name),
  type,
  address,
  serial,
  serial_norm: normalised(serial),
});

const changedBy = (userId: string) => ({
  updated_date: sql<string>`clock()`,
  updated_by: userId,
  version: sql<number>`version + 1`,
});

/** Writes a new device of a store. */
export async function insertDevice(
  db: Db,
  scope: Scope,
  { id, place, input }: { id: string; place: { id: string; tpath: string }; input: DeviceInput },
  userId: string,
): Promise<void> {
  await db.run(
    build.insertInto('devices').values({
      id,
      org_id: scope.orgId,
      node_id: place.id,
      tpath: place.tpath,
      ...columnsOf(input),
      created_date: sql<string>`clock()`,
      created_by: userId,
      updated_date: sql<string>`clock()`,
      updated_by: userId,
    }),
  );
}

/** What may be written about a device that is held. */
export type DeviceChange =
  | { readonly input: DeviceInput }
  | { readonly deleted: true }
  | { readonly keyEnds: true }
  | { readonly pairingHash: Buffer; readonly minutes: number };

/** Writes a change of a device that is held; a key that ends, and a device that goes, leave no way in behind. */
export async function updateDevice(
  db: Db,
  scope: Scope,
  id: string,
  change: DeviceChange,
  userId: string,
): Promise<void> {
  const noWayIn = { key_hash: null, paired_date: null, pairing_hash: null, pairing_until: null };
  const columns =
    'input' in change
      ? columnsOf(change.input)
      : 'deleted' in change
        ? { deleted_date: sql<string>`clock()`, ...noWayIn }
        : 'keyEnds' in change
          ? noWayIn
          : {
              pairing_hash: change.pairingHash,
              pairing_until: sql<string>`clock() + make_interval(mins => ${change.minutes})`,
            };
  await db.run(
    build
      .updateTable('devices')
      .set({ ...columns, ...changedBy(userId) })
      .where(sql<boolean>`org_id = ${scope.orgId} and tpath >= ${scope.lo} and tpath < ${scope.hi} and id = ${id}`),
  );
}

/** Until when a device's pairing code is good. */
export async function pairingEnds(db: Db, scope: Scope, id: string): Promise<string | undefined> {
  const row = await db.first(
    build.selectFrom('devices').select('pairing_until as until').where('org_id', '=', scope.orgId).where('id', '=', id),
  );
  return row?.until ?? undefined;
}

/** Turns a pairing code that is still good into a key; answers whose it is, and nothing where no device waits for it. */
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

/** Notes that a device was heard of, by its key; answers which one it is. */
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
