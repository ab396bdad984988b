import { createHash, randomBytes } from 'node:crypto';
import type { Device, DeviceId, devices } from '@storeward/contract/devices';
import type { NodeId } from '@storeward/contract/nodes';
import { pageWanted } from '@storeward/contract/paging';
import { difference, insertAudit } from '../audit/queries.ts';
import { hasNode, standingOf } from '../nodes/queries.ts';
import type { Context, Service } from '../platform/context.ts';
import { demand } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import { pageOf } from '../platform/paged.ts';
import { qrPicture } from '../platform/qr.ts';
import * as queries from './queries.ts';

const pairingMinutes = 10;
/** No letter that is taken for another when it is typed by hand. */
const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** The devices of the stores. */
export const devicesService: Service<typeof devices> = {
  async list({ db, actor }, { query }) {
    const wanted = pageWanted(query, 'name:asc');
    demand(wanted.cursor === undefined, 'input.badCursor'); // a store has few enough to be paged by number
    const [known, rows, total] = await Promise.all([
      hasNode(db, actor.scope, query.nodeId),
      queries.listDevices(db, actor.scope, query.nodeId, wanted),
      queries.countDevices(db, actor.scope, query.nodeId, wanted.search),
    ]);
    demand(known, 'node.unknown');
    const { next: _, ...page } = pageOf(rows, wanted.limit, { total }, () => '', shown);
    return page;
  },

  async create(context, { body: { nodeId, ...input } }) {
    const { db, actor } = context;
    const place = await standingOf(db, actor.scope, nodeId);
    demand(place, 'node.unknown');
    demand(place.nodeType === 'STORE', 'device.storeOnly');
    const id = newId();
    await queries.insertDevice(db, actor.scope, { id, place, input }, actor.userId);
    const made = await held(context, id);
    await writeDown(context, made, 'device.created', { after: filledIn(made) });
    return shown(made);
  },

  async update(context, { params, body, version }) {
    const { db, actor } = context;
    const before = await held(context, params.id, version);
    await queries.updateDevice(db, actor.scope, params.id, { input: body }, actor.userId);
    const after = await held(context, params.id);
    await writeDown(context, after, 'device.updated', difference(filledIn(before), filledIn(after)));
    return shown(after);
  },

  async remove(context, { params, version }) {
    const { db, actor } = context;
    const before = await held(context, params.id, version);
    await queries.updateDevice(db, actor.scope, params.id, { deleted: true }, actor.userId);
    await writeDown(context, before, 'device.deleted', { before: filledIn(before) });
    return shown(before);
  },

  async pair(context, { params }) {
    const { db, actor } = context;
    const device = await held(context, params.id);
    const code = Array.from(randomBytes(12), (byte) => letters[byte % letters.length]).join('');
    const change = { pairingHash: hashOf('pairing', code), minutes: pairingMinutes };
    await queries.updateDevice(db, actor.scope, params.id, change, actor.userId);
    await writeDown(context, device, 'device.pairingOpened', {});
    const [until, picture] = await Promise.all([
      queries.pairingEnds(db, actor.scope, params.id),
      qrPicture(`storeward-pairing:${code}`),
    ]);
    return { code: code.replaceAll(/(.{4})(?=.)/g, '$1-'), picture, until: until ?? '' };
  },

  async endKey(context, { params }) {
    const { db, actor } = context;
    const before = await held(context, params.id);
    await queries.updateDevice(db, actor.scope, params.id, { keyEnds: true }, actor.userId);
    if (before.pairedDate) await writeDown(context, before, 'device.keyEnded', {});
    return shown(await held(context, params.id));
  },

  async redeem({ db, portal, origin }, { body: { code } }) {
    const typed = code.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
    const key = randomBytes(32).toString('base64url');
    const found = await queries.redeemPairing(db, portal.scope, hashOf('pairing', typed), keyHash(key));
    demand(found, 'device.codeUnknown');
    await insertAudit(db, portal.scope, origin, {
      action: 'device.paired',
      entity: 'device',
      entityId: found.id,
      tpath: found.tpath,
      actorId: null,
    });
    return { deviceId: found.id as DeviceId, key };
  },

  async checkIn({ db, portal }, { body: { key } }) {
    const found = await queries.touchDevice(db, portal.scope, keyHash(key));
    demand(found, 'device.keyUnknown');
    return { deviceId: found.id as DeviceId, name: found.name, nodeId: found.nodeId as NodeId };
  },
};

/** What is kept of a device’s key. */
export const keyHash = (key: string): Buffer => hashOf('key', key);

const hashOf = (what: 'pairing' | 'key', secret: string): Buffer =>
  createHash('sha256').update(`device-${what}:${secret}`).digest();

/** A device of the caller's own area, held until its change is stored, in the version that the change starts from. */
async function held({ db, actor }: Context, id: string, version?: number): Promise<queries.StoredDevice> {
  const device = await queries.lockDevice(db, actor.scope, id);
  demand(device, 'device.unknown');
  demand(version === undefined || version === device.version, 'record.stale', { current: shown(device) });
  return device;
}

const shown = ({ tpath: _, ...device }: queries.StoredDevice): Device => ({
  ...device,
  id: device.id as DeviceId,
  nodeId: device.nodeId as NodeId,
});

const filledIn = ({ name, type, address, serial }: queries.StoredDevice) => ({ name, type, address, serial });

async function writeDown(
  { db, actor, origin }: Context,
  { id, tpath }: queries.StoredDevice,
  action: `device.${string}`,
  change: { before?: unknown; after?: unknown },
): Promise<void> {
  const { userId: actorId, sessionId } = actor;
  await insertAudit(db, actor.scope, origin, {
    action,
    entity: 'device',
    entityId: id,
    tpath,
    actorId,
    sessionId,
    ...change,
  });
}
