import { join } from 'node:path';
import type { Endpoints } from '@storeward/contract/endpoint';
import type { FastifyInstance } from 'fastify';
import { cleanupWorker, type CleanupJob } from './cleanup.ts';
import { type Database, openDatabase } from './database/db.ts';
import { type Limits, standardLimits } from './database/session-settings.ts';
import type { Environment } from './environment/environment.ts';
import { watchEventLoop } from './event-loop.ts';
import { configuredStorage } from './files/configured-storage.ts';
import type { Storage } from './files/storage.ts';
import type { Authenticator, Service } from './http/pipeline/context.ts';
import { csrfTokens, type CsrfTokens } from './http/pipeline/csrf.ts';
import type { RequestObserver } from './http/pipeline/observer.ts';
import { organisationOfHost, type OrganisationOfHost } from './http/hosts/served-hosts.ts';
import { openUploads } from './http/uploads/open-uploads.ts';
import { admission, type Admission } from './http/admission/admission.ts';
import { lanesOf } from './http/admission/lanes.ts';
import { registerEndpoints } from './http/register-endpoints.ts';
import { createServer, type ServerOptions } from './http/server.ts';
import { openCounts } from './open-counts.ts';
import { encryption, type Encryption } from './security/encryption.ts';
import { hashingFor, type Hashing } from './security/hashing.ts';
import { deriveKey } from './security/keys.ts';
import { refreshTokens, type RefreshTokens } from './security/refresh-tokens.ts';
import { tokens, type Tokens } from './security/tokens.ts';
import { searchTextWorker } from './search-texts.ts';

export type PlatformOptions = {
  readonly environment: Environment;
  readonly secretKey: Uint8Array;
  readonly databaseUrl: string;
  /** Time limits for the use of the database; the standard ones by default. */
  readonly databaseLimits?: Limits;
  readonly logger?: ServerOptions['logger'];
};

/** The secret key, the one before a rotation, and the functions derived from both. */
export type Security = {
  readonly secretKey: Uint8Array;
  readonly previousKey: Uint8Array | undefined;
  readonly hashing: Hashing;
  readonly tokens: Tokens;
  readonly refreshTokens: RefreshTokens;
  readonly csrfTokens: CsrfTokens;
  /** Encryption with a key of its own for each purpose. */
  readonly encryptionFor: (purpose: string) => Encryption;
};

/** Infrastructure that is available to every domain. */
export type Platform = {
  readonly server: FastifyInstance;
  readonly database: Database;
  /** What requests use the database by. */
  readonly admission: Admission;
  readonly environment: Environment;
  /** Whether the security profile of this installation is `hardened`. */
  readonly hardened: boolean;
  readonly security: Security;
  readonly storage: Storage;
  readonly warn: (details: object, message: string) => void;
};

/** The endpoints of a domain in named groups; the names are the tags and the prefixes of the operation ids in OpenAPI. */
export type EndpointGroups = Readonly<Record<string, Endpoints>>;

type Services<G extends EndpointGroups> = { readonly [K in keyof G]: Service<G[K]> };

/** A background worker: started when the server listens, stopped before the database is closed. */
type Worker = { readonly start: () => void; readonly stop: () => Promise<void> };

/** The functions by which a domain registers its endpoints, workers and jobs. */
export type Application = Platform & {
  readonly authenticator: Authenticator;
  readonly organisationOf: OrganisationOfHost;
  /** The endpoints that the domains have registered so far, by the name of their group. */
  readonly endpoints: EndpointGroups;
  /** Registers the endpoints of a domain, each group with its service. */
  readonly register: <G extends EndpointGroups>(groups: G, services: Services<G>) => void;
  /** Sets the observer of denials and exports. */
  readonly observe: (observer: RequestObserver) => void;
  readonly addWorker: (worker: Worker) => void;
  /** Adds a job that deletes expired data, at the start and once an hour. */
  readonly addCleanup: (job: CleanupJob) => void;
};

/** Creates the server, the database pool, and everything derived from the secret key and the environment. */
export function createPlatform({
  environment,
  secretKey,
  databaseUrl,
  databaseLimits: limits = standardLimits,
  logger,
}: PlatformOptions): Platform {
  const { trustProxy, accessLog, connectionsByAddress } = environment;
  const server = createServer({
    ...(logger === undefined ? {} : { logger }),
    trustProxy,
    timeouts: environment,
    connectionsByAddress,
    accessLog,
  });
  const { secretKeyPrevious: previousKey, databaseConnections: connections } = environment;
  const database = openDatabase({ connectionString: databaseUrl }, { limits, connections });
  return {
    server,
    database,
    admission: admission(database, lanesOf(environment)),
    environment,
    hardened: environment.securityProfile === 'hardened',
    security: {
      secretKey,
      previousKey,
      hashing: hashingFor(environment, secretKey),
      tokens: tokens(secretKey, previousKey),
      refreshTokens: refreshTokens(secretKey, previousKey),
      csrfTokens: csrfTokens(secretKey, previousKey),
      encryptionFor: (purpose) => encryption(purpose, secretKey, previousKey),
    },
    storage: configuredStorage(environment),
    warn: (details, message) => server.log.warn(details, message),
  };
}

/** Each file occupies the disk while its client reads. */
const downloadLimits = { user: 1, organisation: 8, total: 32 };

const eventStreamLimits = (environment: Environment) => ({
  session: environment.eventStreamsBySession,
  user: environment.eventStreamsByUser,
  organisation: environment.eventStreamsByOrganisation,
  total: environment.eventStreamsInAll,
});

/** Creates the registry of endpoints, workers and cleanup jobs. */
export function createApplication(platform: Platform, authenticator: Authenticator): Application {
  const { server, database, admission: admitted, hardened, security, environment } = platform;
  const requestHashKey = deriveKey(security.secretKey, 'repeats');
  let observer: RequestObserver | undefined;
  const { dataDir, uploadsByUser: user, uploadsByOrganisation: organisation, uploadsInAll: total } = environment;
  const uploads = openUploads(
    join(dataDir, 'uploads'),
    { user, organisation, total },
    environment.refusedUploadsPerMinute,
  );
  server.addHook('onClose', async () => uploads.unfinished.dropAll());
  const { csrfTokens: tokensOfPages } = security;
  const publicUrl = new URL(environment.publicUrl);
  const organisationOf = organisationOfHost(admitted, authenticator);
  const dependencies = {
    observer: () => observer!,
    admission: admitted,
    publicUrl,
    authenticator,
    organisationOf,
    csrfTokens: tokensOfPages,
    hardened,
    requestHashKey,
    uploads,
    downloads: {
      folder: join(dataDir, 'downloads'),
      maxWritingMs: environment.exportSeconds * 1000,
      open: openCounts(downloadLimits, 'download.tooMany'),
    },
    openEventStream: openCounts(eventStreamLimits(environment), 'stream.tooMany'),
  };
  const endpoints: Record<string, Endpoints> = {};
  const info = (details: object, message: string) => server.log.info(details, message);
  const cleanupJobs: CleanupJob[] = [];
  const workers: Worker[] = [searchTextWorker({ ...platform, info }), cleanupWorker(platform, cleanupJobs)];

  watchEventLoop(server);
  server.addHook('onReady', async () => {
    if (!observer) throw new Error('nothing observes denials and exports');
  });
  // a hook that waits would let a stop come before the start of the workers
  server.addHook('onListen', () => workers.forEach(({ start }) => start()));
  server.addHook('onClose', async () => {
    await Promise.all(workers.map(({ stop }) => stop()));
    await database.close();
  });

  return {
    ...platform,
    authenticator,
    organisationOf,
    endpoints,
    register(groups, services) {
      for (const [name, contract] of Object.entries(groups)) {
        if (name in endpoints) throw new Error(`two domains register the endpoints ${name}`);
        endpoints[name] = contract;
        registerEndpoints(server, dependencies, contract, services[name]!);
      }
    },
    observe: (next) => void (observer = next),
    addWorker: (worker) => void workers.push(worker),
    addCleanup: (job) => void cleanupJobs.push(job),
  };
}
