import { join } from 'node:path';
import type { Endpoints } from '@storeward/contract/endpoint';
import type { FastifyInstance } from 'fastify';
import { scheduleCleanup, type CleanupJob } from './cleanup.ts';
import { type Database, openDatabase } from './database/db.ts';
import { type Limits, standardLimits } from './database/session-settings.ts';
import type { Environment } from './environment.ts';
import { configuredStorage } from './files/configured-storage.ts';
import type { Storage } from './files/storage.ts';
import type { Authenticator, Service } from './http/context.ts';
import { csrfTokens, type CsrfTokens } from './http/csrf.ts';
import type { RequestObserver } from './http/observer.ts';
import { openUploads } from './http/open-uploads.ts';
import { registerEndpoints } from './http/register-endpoints.ts';
import { createServer, type ServerOptions } from './http/server.ts';
import { openCounts } from './open-counts.ts';
import { encryption, type Encryption } from './security/encryption.ts';
import { hashingFor, type Hashing } from './security/hashing.ts';
import { deriveKey } from './security/keys.ts';
import { refreshTokens, type RefreshTokens } from './security/refresh-tokens.ts';
import { tokens, type Tokens } from './security/tokens.ts';
import { searchTextWorker } from './search-texts.ts';
import type { WorkerLoop } from './worker-loop.ts';

export type PlatformOptions = {
  readonly environment: Environment;
  readonly secretKey: Uint8Array;
  readonly databaseUrl: string;
  /** How long the database may take; the standard limits unless given. */
  readonly databaseLimits?: Limits;
  readonly logger?: ServerOptions['logger'];
};

/** The secret key, the one before a rotation, and what is derived from both. */
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

/** Each streamed file holds a connection of the pool while its client reads. */
const streamedFiles = { user: 1, organisation: 2, total: 4 };

/** What every domain may use. */
export type Platform = {
  readonly server: FastifyInstance;
  readonly database: Database;
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
type Worker = Pick<WorkerLoop, 'start' | 'stop'>;

/** What a domain registers itself with. */
export type Application = Platform & {
  readonly authenticator: Authenticator;
  /** Registers the endpoints of a domain, each group with its service. */
  readonly register: <G extends EndpointGroups>(groups: G, services: Services<G>) => void;
  /** Sets what receives denials and exports. */
  readonly observe: (observer: RequestObserver) => void;
  readonly addWorker: (worker: Worker) => void;
  /** Adds a job that deletes expired data, at the start and once an hour. */
  readonly addCleanup: (job: CleanupJob) => void;
};

/** Creates the server, the database pool, and what is derived from the secret key and the environment. */
export function createPlatform({
  environment,
  secretKey,
  databaseUrl,
  databaseLimits: limits = standardLimits,
  logger,
}: PlatformOptions): Platform {
  const { trustProxy, headerSeconds, requestSeconds, stalledSeconds } = environment;
  const timeouts = { headerSeconds, requestSeconds, stalledSeconds };
  const server = createServer({ ...(logger === undefined ? {} : { logger }), trustProxy, timeouts });
  const { secretKeyPrevious: previousKey } = environment;
  return {
    server,
    database: openDatabase({ connectionString: databaseUrl }, { limits }),
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

/**
 * Creates the registry of endpoints, workers and cleanup jobs. `documented` are the endpoint groups of the API
 * description; the server does not start unless exactly these are registered.
 */
export function createApplication(
  platform: Platform,
  authenticator: Authenticator,
  documented: EndpointGroups,
): Application {
  const { server, database, hardened, security } = platform;
  const requestHashKey = deriveKey(security.secretKey, 'repeats');
  let observer: RequestObserver | undefined;
  const {
    dataDir,
    uploadsByUser: user,
    uploadsByOrganisation: organisation,
    uploadsInAll: total,
  } = platform.environment;
  const uploads = openUploads(join(dataDir, 'uploads'), { user, organisation, total });
  const { csrfTokens: tokensOfPages } = security;
  const publicUrl = new URL(platform.environment.publicUrl);
  const dependencies = {
    observer: () => observer!,
    database,
    publicUrl,
    authenticator,
    csrfTokens: tokensOfPages,
    hardened,
    requestHashKey,
    uploads,
    openStreamedFile: openCounts(streamedFiles, 'download.tooMany'),
  };
  const missing = new Set(Object.keys(documented));
  const info = (details: object, message: string) => server.log.info(details, message);
  const workers: Worker[] = [searchTextWorker({ ...platform, info })];
  const cleanupJobs: CleanupJob[] = [];

  scheduleCleanup(platform, cleanupJobs);
  server.addHook('onReady', async () => {
    if (!observer) throw new Error('nothing observes denials and exports');
    if (missing.size > 0) throw new Error(`no domain registers the endpoints ${[...missing].join(', ')}`);
  });
  server.addHook('onListen', () => workers.forEach(({ start }) => start()));
  server.addHook('onClose', async () => {
    await Promise.all(workers.map(({ stop }) => stop()));
    await database.close();
  });

  return {
    ...platform,
    authenticator,
    register(groups, services) {
      for (const [name, contract] of Object.entries(groups)) {
        if (documented[name] !== contract) throw new Error(`${name}: add the endpoints of its domain to domains.ts`);
        missing.delete(name);
        registerEndpoints(server, dependencies, contract, services[name]!);
      }
    },
    observe: (next) => void (observer = next),
    addWorker: (worker) => void workers.push(worker),
    addCleanup: (job) => void cleanupJobs.push(job),
  };
}
