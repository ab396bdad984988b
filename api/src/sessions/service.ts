import type { sessions } from '@storeward/contract/sessions';
import type { Context, Service } from '../platform/http/pipeline/context.ts';
import { type SessionDependencies, clearSessionCookies } from './sign-in/start-session.ts';
import { endOwnSessions } from './open-sessions.ts';
import { signIn } from './sign-in/sign-in.ts';

export function sessionsService(dependencies: SessionDependencies): Service<typeof sessions> {
  return {
    login: (context, { body }) => signIn(dependencies, context, body),
    logout: (context) => signOut(context),
    logoutAgain: (context) => signOut(context),
  };
}

async function signOut(context: Context) {
  const ended = await endOwnSessions(context, { only: context.actor.sessionId });
  clearSessionCookies(context.cookies);
  return { ended: ended > 0 };
}
