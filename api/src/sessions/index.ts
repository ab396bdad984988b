import { impersonation } from '@storeward/contract/impersonation';
import { openSessions, sessions } from '@storeward/contract/sessions';
import type { MailQueue } from '../mails/queries.ts';
import type { Application, Platform } from '../platform/application.ts';
import { deleteExpired } from '../platform/cleanup.ts';
import type { Environment } from '../platform/environment.ts';
import type { Authenticator } from '../platform/http/context.ts';
import { globalHostMatcher } from '../platform/http/hosts.ts';
import type { RateLimits } from '../rate-limits/queries.ts';
import { authenticator } from './authenticate.ts';
import { idleRules } from './idle.ts';
import { startImpersonationExpiry } from './impersonation-expiry.ts';
import { impersonationService } from './impersonation.ts';
import { openSessionsService } from './open-sessions.ts';
import { sessionsService } from './service.ts';

export const sessionEndpoints = { sessions, openSessions, seeings: impersonation };

/** Creates the authenticator, which every request and every worker needs. */
export const createAuthenticator = ({ environment, security }: Platform): Authenticator =>
  authenticator(security.tokens, globalHostMatcher(environment), idleRules(environment));

/** The installation's session times; in the hardened profile `maxIdle` limits what an organisation may choose. */
export function sessionDefaults(environment: Environment) {
  const { warningSeconds, keepAliveSeconds } = environment;
  const { defaultSeconds, maxSeconds } = idleRules(environment);
  return {
    times: { idle: defaultSeconds, warning: warningSeconds, keepAlive: keepAliveSeconds },
    maxIdle: maxSeconds ?? undefined,
  };
}

type SessionDomainDependencies = { readonly rateLimits: RateLimits; readonly mailQueue: MailQueue };

export function registerSessions(app: Application, { rateLimits, mailQueue }: SessionDomainDependencies): void {
  const { server, database, environment, hardened } = app;
  const { hashing, tokens, refreshTokens, csrfTokens } = app.security;
  const { mailEncryption } = mailQueue;
  const keys = { hashing, tokens, refreshTokens, csrfTokens, mailEncryption };
  const dependencies = { ...keys, rateLimits, idle: idleRules(environment), hardened };
  startImpersonationExpiry(server, database);
  app.addCleanup(deleteExpired(database, 'sessions'));
  app.register(sessionEndpoints, {
    sessions: sessionsService(dependencies),
    openSessions: openSessionsService(dependencies),
    seeings: impersonationService,
  });
}
