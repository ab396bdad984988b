import { type RuntimeConfiguration, defaultRuntimeConfiguration } from '@storeward/contract/runtime-configuration';
import type { FastifyInstance } from 'fastify';
import { registerApiKeys } from './api-keys/index.ts';
import { registerAudit } from './audit/index.ts';
import { registerDashboard } from './dashboard/index.ts';
import { registerDevices } from './devices/index.ts';
import { registerFiles } from './files/index.ts';
import { registerImports } from './imports/index.ts';
import { registerMails } from './mails/index.ts';
import { registerMetrics } from './metrics/index.ts';
import { registerNodes } from './nodes/index.ts';
import { registerOrganisations } from './organisations/index.ts';
import { createPasswordFunctions, registerPasswords } from './passwords/index.ts';
import { createApplication, createPlatform, type PlatformOptions } from './platform/application.ts';
import { connectionsEnded } from './platform/http/listening.ts';
import { registerSystemRoutes } from './platform/http/system-routes.ts';
import { registerProducts } from './products/index.ts';
import { createRateLimits } from './rate-limits/index.ts';
import { registerReference } from './reference/index.ts';
import { registerRoles } from './roles/index.ts';
import { createAuthenticator, registerSessions, sessionDefaults } from './sessions/index.ts';
import { effectiveTheme, ensureMayEditModules, registerSettings } from './settings/index.ts';
import { registerThemes } from './themes/index.ts';
import { registerTracing } from './tracing/index.ts';
import { registerUsers } from './users/index.ts';
import { registerViews } from './views/index.ts';
import { registerWebhooks } from './webhooks/index.ts';

export type AppDependencies = PlatformOptions & {
  /** The folder of the built web app; without it only the API is served. */
  readonly webFolder?: string;
  /** Embedded into every page. */
  readonly runtimeConfiguration?: RuntimeConfiguration;
};

/** Builds the server with all domains; closing it also stops the workers and closes the database pool. */
export async function createApp({
  webFolder,
  runtimeConfiguration = defaultRuntimeConfiguration,
  ...options
}: AppDependencies): Promise<FastifyInstance> {
  const platform = createPlatform(options);
  const app = createApplication(platform, createAuthenticator(platform));

  // each domain after those it depends on; functions that a lower domain needs from a higher one are created before and
  // passed to it
  await registerTracing(app);
  const rateLimits = createRateLimits(platform);
  const mailQueue = registerMails(app);
  const passwords = createPasswordFunctions(platform, mailQueue);
  await registerMetrics(app);
  registerReference(app);
  registerAudit(app);
  registerFiles(app, ensureMayEditModules);
  const addImportKind = registerImports(app);
  registerNodes(app, addImportKind);
  registerProducts(app, addImportKind);
  registerOrganisations(app, { ...passwords, takesAddress: mailQueue.takesAddress });
  registerRoles(app);
  const { resolveDeviceKey } = registerDevices(app, rateLimits);
  const secrets = registerSettings(app, {
    addImportKind,
    sessionDefaults: sessionDefaults(options.environment),
    resolveDeviceKey,
  });
  registerThemes(app, { effectiveTheme });
  registerWebhooks(app, secrets);
  const { reauthenticate, sendResetLink } = registerUsers(app, { addImportKind, mailQueue, rateLimits, passwords });
  registerApiKeys(app);
  registerDashboard(app);
  registerViews(app);
  registerSessions(app, { rateLimits, mailQueue });
  registerPasswords(app, { rateLimits, mailQueue, reauthenticate, sendResetLink });

  await registerSystemRoutes(app, { folder: webFolder, runtimeConfiguration });
  // hooks run in reverse order, so all others after the last response
  app.server.addHook('onClose', () => connectionsEnded(app.server));
  return app.server;
}
