import { randomBytes } from 'node:crypto';
import type { Device, DeviceId, devices } from '@storeward/contract/devices';
import type { NodeId } from '@storeward/contract/nodes';
import { pageParams } from '@storeward/contract/paging';
import { difference, insertAudit } from '../audit/queries.ts';
import { hasNode, findTreePosition } from '../nodes/queries.ts';
import type { Context, Service } from '../platform/http/pipeline/context.ts';
import { ensure } from '../platform/errors.ts';
import { newId } from '../platform/database/ids.ts';
import { pageOf } from '../platform/database/cursor-pagination.ts';
import type { RateLimits } from '../rate-limits/queries.ts';
import * as queries from './queries.ts';
import { hashOf, keyHash, type ResolveDeviceKey, resolveDeviceSecret } from './secret-attempts.ts';

const pairingMinutes = 10;
/** Without characters that are easily confused when typed (0/O, 1/I). */
const pairingAlphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

export const devicesService = (
  rateLimits: RateLimits,
  resolveDeviceKey: ResolveDeviceKey,
): Service<typeof devices> => ({
  async list({ db, actor }, { query }) {
    const pageRequest = pageParams(query, 'name:asc');
    ensure(pageRequest.cursor === undefined, 'input.badCursor'); // this list supports page numbers only: a store has few devices
    const [nodeExists, rows, total] = await Promise.all([
      hasNode(db, actor.scope, query.nodeId),
      queries.listDevices(db, actor.scope, query.nodeId, pageRequest),
      queries.countDevices(db, actor.scope, query.nodeId, pageRequest.search),
    ]);
    ensure(nodeExists, 'node.unknown');
    const { next: _, ...pageWithoutCursor } = pageOf(rows, pageRequest.limit, { total }, () => '', toDevice);
    return pageWithoutCursor;
  },

  async create(context, { body: { nodeId, ...input } }) {
    const { db, actor } = context;
    const node = await findTreePosition(db, actor.scope, nodeId);
    ensure(node, 'node.unknown');
    ensure(node.nodeType === 'STORE', 'device.storeOnly');
    const id = newId();
    await queries.insertDevice(db, actor.scope, { id, node, input }, actor.userId);
    const created = await lockDevice(context, id);
    await recordAudit(context, created, 'device.created', { after: auditFields(created) });
    return toDevice(created);
  },

  async update(context, { params, body, version }) {
    const { db, actor } = context;
    const before = await lockDevice(context, params.id, version);
    await queries.updateDevice(db, actor.scope, params.id, { input: body }, actor.userId);
    const after = await lockDevice(context, params.id);
    await recordAudit(context, after, 'device.updated', difference(auditFields(before), auditFields(after)));
    return toDevice(after);
  },

  async remove(context, { params, version }) {
    const { db, actor } = context;
    const before = await lockDevice(context, params.id, version);
    await queries.updateDevice(db, actor.scope, params.id, { deleted: true }, actor.userId);
    await recordAudit(context, before, 'device.deleted', { before: auditFields(before) });
    return toDevice(before);
  },

  async pair(context, { params }) {
    const { db, actor } = context;
    const device = await lockDevice(context, params.id);
    const code = Array.from(randomBytes(12), (byte) => pairingAlphabet[byte % pairingAlphabet.length]).join('');
    const change = { pairingHash: hashOf('pairing', code), minutes: pairingMinutes };
    await queries.updateDevice(db, actor.scope, params.id, change, actor.userId);
    await recordAudit(context, device, 'device.pairingOpened', {});
    const until = await queries.findPairingExpiry(db, actor.scope, params.id);
    return { code: code.replaceAll(/(.{4})(?=.)/g, '$1-'), until: until ?? '' };
  },

  async endKey(context, { params }) {
    const { db, actor } = context;
    const before = await lockDevice(context, params.id);
    await queries.updateDevice(db, actor.scope, params.id, { revokeKey: true }, actor.userId);
    if (before.pairedDate) await recordAudit(context, before, 'device.keyEnded', {});
    return toDevice(await lockDevice(context, params.id));
  },

  async redeem(context, { body: { code } }) {
    const pairingHash = hashOf('pairing', code.toUpperCase().replaceAll(/[^A-Z0-9]/g, ''));
    const key = randomBytes(32).toString('base64url');
    const device = await resolveDeviceSecret(rateLimits, context, {
      code: 'device.codeUnknown',
      find: async ({ db, portal, origin }) => {
        const { scope } = portal;
        const redeemed = await queries.redeemPairing(db, scope, pairingHash, keyHash(key));
        if (!redeemed) return undefined;
        const { id, tpath } = redeemed;
        await insertAudit(db, scope, origin, {
          action: 'device.paired',
          entity: 'device',
          entityId: id,
          tpath,
          actorId: null,
        });
        return redeemed;
      },
    });
    return { deviceId: device.id as DeviceId, key };
  },

  async checkIn(context, { body: { key } }) {
    const device = await resolveDeviceKey(context, key, ({ db, portal }, hash) =>
      queries.touchDevice(db, portal.scope, hash),
    );
    return { deviceId: device.id as DeviceId, name: device.name, nodeId: device.nodeId as NodeId };
  },
});

/**
 * Loads and locks a device of the actor's scope; throws `device.unknown`, or `record.stale` if `version` is outdated.
 */
async function lockDevice({ db, actor }: Context, id: string, version?: number): Promise<queries.StoredDevice> {
  const device = await queries.lockDevice(db, actor.scope, id);
  ensure(device, 'device.unknown');
  ensure(version === undefined || version === device.version, 'record.stale', { current: toDevice(device) });
  return device;
}

const toDevice = ({ tpath: _, ...device }: queries.StoredDevice): Device => ({
  ...device,
  id: device.id as DeviceId,
  nodeId: device.nodeId as NodeId,
});

const auditFields = ({ name, type, address, serial }: queries.StoredDevice) => ({ name, type, address, serial });

async function recordAudit(
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
