import { impersonation } from '@storeward/contract/sessions/impersonation';
import { openSessions, sessions } from '@storeward/contract/sessions';
import type { MailQueue } from '../mails/queries.ts';
import type { Application, Platform } from '../platform/application.ts';
import { deleteExpired } from '../platform/cleanup.ts';
import type { Environment } from '../platform/environment/environment.ts';
import type { Authenticator } from '../platform/http/pipeline/context.ts';
import { globalHostMatcher } from '../platform/http/hosts/hosts.ts';
import { requestRate } from '../platform/request-rate.ts';
import type { RateLimits } from '../rate-limits/queries.ts';
import { authenticator } from './authenticate.ts';
import { idleRules } from './idle.ts';
import { impersonationExpiry } from './impersonation/impersonation-expiry.ts';
import { impersonationService } from './impersonation/impersonation.ts';
import { openSessionsService } from './open-sessions.ts';
import { sessionsService } from './service.ts';
import { registerTokenEndpoint } from './token-endpoint.ts';

export const sessionEndpoints = { sessions, openSessions, seeings: impersonation };

/** Creates the authenticator, which every request and every worker needs. */
export const createAuthenticator = ({ environment, security, admission }: Platform): Authenticator =>
  authenticator(security.tokens, globalHostMatcher(environment), idleRules(environment), {
    admission,
    rate: requestRate(environment.apiKeyRequestsPerMinute),
  });

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
  const { database, environment, hardened } = app;
  const { hashing, tokens, refreshTokens, csrfTokens } = app.security;
  const { mailEncryption } = mailQueue;
  const keys = { hashing, tokens, refreshTokens, csrfTokens, mailEncryption };
  const dependencies = { ...keys, rateLimits, idle: idleRules(environment), hardened };
  app.addWorker(impersonationExpiry(app));
  registerTokenEndpoint(app);
  app.addCleanup(deleteExpired(database, 'sessions'));
  app.register(sessionEndpoints, {
    sessions: sessionsService(dependencies),
    openSessions: openSessionsService(dependencies),
    seeings: impersonationService,
  });
}
