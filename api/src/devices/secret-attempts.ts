import type { ErrorCode } from '@storeward/contract/errors';
import { insertLimitedAudit } from '../audit/queries.ts';
import { ApiError } from '../platform/errors.ts';
import type { ManualPublicContext, PublicContext } from '../platform/http/pipeline/context.ts';
import { networkOf } from '../platform/network.ts';
import type { RateLimits } from '../rate-limits/queries.ts';

/** How many failed attempts from one network in an hour get an audit entry; further ones are counted. */
const listedAttempts = 20;

/**
 * Looks up a secret of a device. Wrong ones are counted for the client's address, apart from wrong passwords, and recorded;
 * both are committed although the request then fails with `code`.
 */
export async function resolveDeviceSecret<T>(
  rateLimits: RateLimits,
  { transaction }: ManualPublicContext,
  code: Extract<ErrorCode, 'device.codeUnknown' | 'device.keyUnknown'>,
  find: (context: PublicContext) => Promise<T | undefined>,
): Promise<T> {
  const found = await transaction(async (context) => {
    const { db, portal, origin } = context;
    await rateLimits.ensureAddressAllowed(db, { origin, purpose: 'device' });
    const device = await find(context);
    if (device !== undefined) return device;
    await rateLimits.recordAddressFailure(db, { origin, purpose: 'device' });
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
