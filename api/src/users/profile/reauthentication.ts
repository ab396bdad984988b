import { type RateLimits, findKnownBrowser } from '../../rate-limits/queries.ts';
import type { ManualContext } from '../../platform/http/pipeline/context.ts';
import { ensure } from '../../platform/errors.ts';
import { type Hashing, ownHashOrigin } from '../../platform/security/hashing.ts';
import { findOwnPassword } from './profile-queries.ts';

/**
 * Creates a check of the signed-in user's current password. Failures count like failed sign-ins. Returns the password
 * hash.
 */
export function passwordReauthentication({
  hashing,
  rateLimits,
}: {
  readonly hashing: Hashing;
  readonly rateLimits: RateLimits;
}) {
  return async (context: ManualContext, password: string): Promise<string> => {
    const { passwordHash, ...subject } = await context.transaction(async ({ db, actor }) => {
      const credentials = await findOwnPassword(db, actor.scope, actor.userId);
      ensure(credentials, 'session.expired');
      return credentials;
    });
    const isMatch = await hashing.verify(password, passwordHash, ownHashOrigin(context));
    // own transaction: a failure must be counted although the request is rolled back
    const outcome = await context.transaction(async ({ db, actor, origin }) => {
      // a lock caused by other devices must not block the user's known browser
      const device = await findKnownBrowser(db, actor.scope, origin, actor.userId);
      return rateLimits.recordAttempt(db, actor.scope, 'exempt', { ...subject, device }, isMatch);
    });
    ensure(outcome !== 'locked', 'signIn.locked');
    ensure(outcome === 'right' && passwordHash !== null, 'password.oldWrong');
    return passwordHash;
  };
}
