import { nodes } from '@storeward/contract/nodes';
import { organisations } from '@storeward/contract/organisations';
import { sessions } from '@storeward/contract/sessions';
import { themes } from '@storeward/contract/themes';
import { users } from '@storeward/contract/users';
import { sql } from 'kysely';
import type { FastifyInstance } from 'fastify';
import { nodesService } from './nodes/service.ts';
import { organisationsService } from './organisations/service.ts';
import { type Database, openDatabase } from './platform/db.ts';
import { documentationPage } from './platform/documentation.ts';
import type { Environment } from './platform/env.ts';
import { Refusal } from './platform/errors.ts';
import { hashing } from './platform/hashing.ts';
import { globalHosts } from './platform/hosts.ts';
import { mount, type Platform } from './platform/http.ts';
import { openApi } from './platform/openapi.ts';
import { createServer, sendRefusal, type ServerOptions } from './platform/server.ts';
import { tokens } from './platform/tokens.ts';
import { serveWeb } from './platform/web.ts';
import { gate } from './sessions/authenticate.ts';
import { sessionsService } from './sessions/service.ts';
import { themesService } from './themes/service.ts';
import { usersService } from './users/service.ts';

/** Every domain's doors: the table of contents of the API. */
export const domains = { sessions, organisations, themes, nodes, users } as const;

/** What the app is built from: its decisions, its key, the way to its database, and the folder of the built web app. */
export type AppParts = {
  readonly environment: Pick<
    Environment,
    | 'publicUrl'
    | 'trustProxy'
    | 'securityProfile'
    | 'hashMemoryKib'
    | 'hashPasses'
    | 'hashParallelism'
    | 'hashAtOnce'
    | 'hashQueueSeconds'
    | 'secretKeyPrevious'
  >;
  readonly secretKey: Uint8Array;
  readonly databaseUrl: string;
  readonly webFolder?: string;
  readonly logger?: ServerOptions['logger'];
};

/** The whole product on one server, ready to listen; closing it closes its way to the database too. */
export async function createApp({
  environment,
  secretKey,
  databaseUrl,
  webFolder,
  logger,
}: AppParts): Promise<FastifyInstance> {
  const server = createServer({ ...(logger === undefined ? {} : { logger }), trustProxy: environment.trustProxy });
  const database = openDatabase({ connectionString: databaseUrl });
  server.addHook('onClose', () => database.close());
  const clearing = setInterval(() => void clearAway(server, database), 3_600_000).unref();
  server.addHook('onListen', () => clearAway(server, database));
  server.addHook('onClose', () => clearInterval(clearing));

  const parts = {
    hashing: hashing({
      memoryKib: environment.hashMemoryKib,
      passes: environment.hashPasses,
      parallelism: environment.hashParallelism,
      atOnce: environment.hashAtOnce,
      queueSeconds: environment.hashQueueSeconds,
    }),
    tokens: tokens(secretKey, environment.secretKeyPrevious),
  };
  const platform: Platform = {
    database,
    gate: gate(parts.tokens, globalHosts(environment.publicUrl)),
    strictVersions: environment.securityProfile === 'hardened',
  };

  mount(server, platform, sessions, sessionsService(parts));
  mount(server, platform, organisations, organisationsService);
  mount(server, platform, themes, themesService);
  mount(server, platform, nodes, nodesService);
  mount(server, platform, users, usersService);

  let description: string | undefined; // made when first asked for: a start has no time for it
  server.get('/openapi.json', (_request, reply) => {
    description ??= JSON.stringify(openApi(domains, '0.1.0'));
    return reply.type('application/json; charset=utf-8').send(description);
  });
  server.get('/docs', (_request, reply) => reply.type('text/html; charset=utf-8').send(documentationPage(domains)));
  server.get('/health/live', () => ({ status: 'alive' }));
  server.get('/health/ready', async () => {
    await database.transaction((db) => db.first(sql`select 1`));
    return { status: 'ready' };
  });
  if (webFolder) await serveWeb(server, webFolder, served(database, platform));
  else server.setNotFoundHandler((_request, reply) => sendRefusal(reply, new Refusal('route.unknown')));
  return server;
}

/** Clears away what is kept for a day only. */
async function clearAway(server: FastifyInstance, database: Database): Promise<void> {
  try {
    await database.transaction((db) => db.run(sql`select forget_kept_answers()`));
  } catch (error) {
    server.log.warn({ err: error }, 'answers kept for a repeat were not cleared away');
  }
}

/** Whether a portal is served under a host; asked of the database once and remembered for a few seconds. */
function served(database: Database, { gate: { portal } }: Platform): (host: string) => Promise<boolean> {
  const known = new Map<string, { until: number; served: boolean }>();
  return async (host) => {
    const remembered = known.get(host);
    if (remembered && remembered.until > performance.now()) return remembered.served;
    const found = await database.transaction((db) => portal(db, host));
    if (known.size > 1000) known.clear();
    known.set(host, { until: performance.now() + 5_000, served: found !== undefined });
    return found !== undefined;
  };
}
