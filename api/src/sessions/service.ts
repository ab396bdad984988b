import type { sessions } from '@storeward/contract/sessions';
import type { Context, Service } from '../platform/context.ts';
import { type SessionParts, takeBack } from './begin.ts';
import { endOwn } from './open-sessions.ts';
import { signIn } from './sign-in.ts';

/** Signing in and signing out. */
export function sessionsService(parts: SessionParts): Service<typeof sessions> {
  return {
    login: (context, { body }) => signIn(parts, context, body),
    logout: (context) => signOut(context),
    logoutAgain: (context) => signOut(context),
  };
}

async function signOut(context: Context) {
  const ended = await endOwn(context, { only: context.actor.sessionId });
  takeBack(context.cookies);
  return { ended: ended > 0 };
}
