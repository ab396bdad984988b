import { type Attempts, knownBrowser } from '../attempts/queries.ts';
import type { OwnSignedContext } from '../platform/context.ts';
import { demand } from '../platform/errors.ts';
import type { Hashing } from '../platform/hashing.ts';
import { findOwnPassword } from './profile-queries.ts';

/** Sets up proving the present password of whoever is signed in, which counts like a sign-in, whatever it is asked for. */
export function presentPassword({ hashing, attempts }: { readonly hashing: Hashing; readonly attempts: Attempts }) {
  return async ({ transaction }: OwnSignedContext, password: string): Promise<string> => {
    const { passwordHash, ...subject } = await transaction(async ({ db, actor, origin }) => {
      await attempts.demandOpen(db, origin);
      const found = await findOwnPassword(db, actor.scope, actor.userId);
      demand(found, 'session.expired');
      return found;
    });
    const right = await hashing.matches(password, passwordHash);
    // a wrong one is counted although what it was asked for is refused
    const judgement = await transaction(async ({ db, actor, origin }) => {
      // a stranger's tries by this name keep nobody from a change in a browser of their own
      const device = await knownBrowser(db, actor.scope, origin, actor.userId);
      return attempts.judge(db, actor.scope, origin, { ...subject, device }, right);
    });
    demand(judgement !== 'locked', 'signIn.locked');
    demand(judgement === 'right' && passwordHash !== null, 'password.oldWrong');
    return passwordHash;
  };
}
