import type { Actor, Origin } from '../actor.ts';
import type { Transaction } from '../database/db.ts';
import { ApiError } from '../errors.ts';
import type { Authenticator, Target, VerifiedToken } from './context.ts';

/**
 * Opens the session of a verified token in the transaction, which sets the scope of all that follows. Throws
 * `tenant.unknown` on a host without a portal, else `session.expired`.
 */
export async function authenticate(
  { openSession, findPortal }: Authenticator,
  db: Transaction,
  token: VerifiedToken | undefined,
  origin: Origin,
  target: Target,
): Promise<Actor> {
  const actor = token && (await openSession(db, token, origin, target));
  if (actor) return actor;
  throw new ApiError((await findPortal(db, origin.host)) ? 'session.expired' : 'tenant.unknown');
}
