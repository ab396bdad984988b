import type { RuntimeConfiguration } from '@storeward/contract/runtime-configuration';
import type { Application } from '../application.ts';
import type { Visitor } from './admission/turns.ts';
import { ApiError } from '../errors.ts';
import { serveFiles } from '../files/serve-files.ts';
import { serveHealth } from './health.ts';
import { serveDocumentation } from './docs/documentation.ts';
import { globalHostMatcher } from './hosts/hosts.ts';
import { imageHosts } from './hosts/served-hosts.ts';
import { sendApiError } from './server.ts';
import { serveWebApp } from './web-app.ts';

/** The web app that the server delivers besides the API; without a folder only the API is served. */
type WebApp = { readonly folder: string | undefined; readonly runtimeConfiguration: RuntimeConfiguration };

/** Registers routes that belong to no domain: the description of the API, stored files, health checks and the web app. */
export async function registerSystemRoutes(app: Application, web: WebApp): Promise<void> {
  const { server, organisationOf, storage, environment } = app;
  // the highest domain first, since an operation is named after the domain that overloads it, not after the overloaded one
  const documented = Object.fromEntries(Object.entries(app.endpoints).reverse());
  serveDocumentation(server, documented);
  serveFiles(server, storage, imageHosts(organisationOf, environment));
  // health checks wait for nobody
  serveHealth(app);
  const isServed = async (visitor: Visitor) => (await organisationOf(visitor)) !== undefined;
  const isGlobal = globalHostMatcher(environment);
  const { monitoringScript } = environment;
  if (web.folder)
    await serveWebApp(server, web.folder, web.runtimeConfiguration, { isServed, isGlobal, monitoringScript });
  else server.setNotFoundHandler((_request, reply) => sendApiError(reply, new ApiError('route.unknown')));
}
