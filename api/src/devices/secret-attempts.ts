import { createHash } from 'node:crypto';
import type { ErrorCode } from '@storeward/contract/errors';
import { insertLimitedAudit } from '../audit/queries.ts';
import { ApiError } from '../platform/errors.ts';
import type { ManualPublicContext, PublicContext } from '../platform/http/pipeline/context.ts';
import { networkOf } from '../platform/network.ts';
import { isDeviceKey } from './queries.ts';
import type { RateLimits } from '../rate-limits/queries.ts';

/** How many failed attempts from one network in an hour get an audit entry; further ones are counted. */
const listedAttempts = 20;

/** A secret of a device; `isKnown` tells one that is right, though its device may not be used, from a wrong one. */
type DeviceSecret<T> = {
  readonly code: Extract<ErrorCode, 'device.codeUnknown' | 'device.keyUnknown'>;
  readonly find: (context: PublicContext) => Promise<T | undefined>;
  readonly isKnown?: (context: PublicContext) => Promise<boolean>;
};

/**
 * Looks up a secret of a device. Wrong ones are counted for the client's address, apart from wrong passwords, and recorded;
 * both are committed although the request then fails with `code`. Codes are short, so that an address over its limit is refused
 * before the look. A key has 256 bits: a right one is accepted from any address, since the tills of a store share one, and
 * one with an old key must stop neither the others nor the pairing that gives it a new one.
 */
export async function resolveDeviceSecret<T>(
  rateLimits: RateLimits,
  { transaction }: ManualPublicContext,
  { code, find, isKnown }: DeviceSecret<T>,
): Promise<T> {
  const isCode = code === 'device.codeUnknown';
  const purpose = isCode ? 'device' : 'deviceKey';
  const found = await transaction(async (context) => {
    const { db, portal, origin } = context;
    const ensureAllowed = () => rateLimits.ensureAddressAllowed(db, { origin, purpose });
    if (isCode) await ensureAllowed();
    const device = await find(context);
    if (device !== undefined) return device;
    if (await isKnown?.(context)) return undefined;
    if (!isCode) await ensureAllowed();
    await rateLimits.recordAddressFailure(db, { origin, purpose });
    const { orgId, lo } = portal.scope;
    const event = {
      action: 'device.refused',
      entity: 'organisation',
      entityId: orgId,
      tpath: lo,
      actorId: null,
    } as const;
    const group = `${event.action} ${networkOf(origin.address)}`;
    await insertLimitedAudit(db, portal.scope, origin, { ...event, reason: code }, { group, listed: listedAttempts });
    return undefined;
  });
  if (found === undefined) throw new ApiError(code);
  return found;
}

/** The stored hash of a device key. */
export const keyHash = (key: string): Buffer => hashOf('key', key);

/** The stored hash of a secret of a device. */
export const hashOf = (purpose: 'pairing' | 'key', secret: string): Buffer =>
  createHash('sha256').update(`device-${purpose}:${secret}`).digest();

/** Creates the look-up of what belongs to a device key, given to `find` as the hash that is stored; it throws `device.keyUnknown`. */
export const deviceKeyResolver =
  (rateLimits: RateLimits) =>
  <T>(
    context: ManualPublicContext,
    key: string,
    find: (context: PublicContext, hash: Buffer) => Promise<T | undefined>,
  ): Promise<T> =>
    resolveDeviceSecret(rateLimits, context, {
      code: 'device.keyUnknown',
      find: (inner) => find(inner, keyHash(key)),
      isKnown: ({ db, portal }) => isDeviceKey(db, portal.scope, keyHash(key)),
    });

export type ResolveDeviceKey = ReturnType<typeof deviceKeyResolver>;
