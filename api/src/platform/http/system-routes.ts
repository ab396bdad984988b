import type { RuntimeConfiguration } from '@storeward/contract/runtime-configuration';
import { sql } from 'kysely';
import type { Application, EndpointGroups } from '../application.ts';
import { ApiError } from '../errors.ts';
import { serveFiles } from '../files/serve-files.ts';
import { documentationPage } from './documentation.ts';
import { globalHostMatcher } from './hosts.ts';
import { openApi } from './openapi.ts';
import { organisationOfHost, pictureHosts } from './served-hosts.ts';
import { sendApiError } from './server.ts';
import { serveWebApp } from './web-app.ts';

/** The web app that the server delivers besides the API; without a folder only the API is served. */
type WebApp = { readonly folder: string | undefined; readonly runtimeConfiguration: RuntimeConfiguration };

/** Registers what belongs to no domain: the description of the API, stored files, health checks and the web app. */
export async function registerSystemRoutes(app: Application, documented: EndpointGroups, web: WebApp): Promise<void> {
  const { server, database, authenticator, storage, environment } = app;
  let openApiJson: string | undefined; // generated on demand, to keep the start fast
  server.get('/openapi.json', (_request, reply) => {
    openApiJson ??= JSON.stringify(openApi(documented, '0.1.0'));
    return reply.type('application/json; charset=utf-8').send(openApiJson);
  });
  server.get('/docs', (_request, reply) => reply.type('text/html; charset=utf-8').send(documentationPage(documented)));
  const organisationOf = organisationOfHost(database, authenticator);
  serveFiles(server, storage, pictureHosts(organisationOf, environment));
  server.get('/health/live', () => ({ status: 'alive' }));
  server.get('/health/ready', async () => {
    await database.transaction((db) => db.first(sql`select 1`));
    return { status: 'ready' };
  });
  const isServed = async (host: string) => (await organisationOf(host)) !== undefined;
  const isGlobal = globalHostMatcher(environment);
  const { monitoringScript } = environment;
  if (web.folder)
    await serveWebApp(server, web.folder, web.runtimeConfiguration, { isServed, isGlobal, monitoringScript });
  else server.setNotFoundHandler((_request, reply) => sendApiError(reply, new ApiError('route.unknown')));
}
