import type { Environment } from '../../environment/environment.ts';
import { deriveKey } from '../../security/keys.ts';
import type { ApplicationLogin } from '../schema/database-roles.ts';
import { migrate } from '../schema/migrate.ts';
import { type PostgresOptions, runningPostgres, startPostgres } from './postgres.ts';
import { checkSessions } from '../session-check.ts';
import { checkTenantIsolation } from '../schema/tenant-isolation.ts';
import { ConfigurationError } from '../../environment/configuration-error.ts';

/** The URLs of the database for its owner and for the server, whose role row-level security binds; `stop` ends an embedded server that was started here. */
export type ReadyDatabase = { readonly ownerUrl: string; readonly appUrl: string; readonly stop: () => Promise<void> };

type DatabaseEnvironment = Pick<Environment, 'databaseUrl' | 'databaseAppUrl' | 'dataDir'>;

type PrepareOptions = Pick<PostgresOptions, 'meanwhile'> & {
  /** Use the embedded database of a portal that runs on the same folder, and leave it running. */
  readonly join?: boolean;
};

/**
 * Starts the embedded database or uses the configured one, applies the migrations, and checks tenant isolation.
 * `meanwhile` runs while the embedded server starts. Throws `ConfigurationError` if the database cannot be used.
 */
export async function prepareDatabase(
  environment: DatabaseEnvironment,
  secretKey: Uint8Array,
  log: (line: string) => void,
  options: PrepareOptions = {},
): Promise<ReadyDatabase> {
  const server = await startServer(environment, log, options);
  try {
    const login = applicationLogin(environment, secretKey);
    const { roles, steps, takenOver, notice, warnings } = await migrate(server.ownerUrl, { login });
    if (takenOver) log('Took over the database of an earlier version.');
    else if (steps.length > 0)
      log(`Applied ${steps.length} database ${steps.length === 1 ? 'migration' : 'migrations'}.`);
    if (notice) log(notice);
    for (const warning of warnings) log(warning);
    const appUrl = environment.databaseAppUrl ?? withUser(server.ownerUrl, roles.app, login.password);
    const variable = environment.databaseAppUrl ? 'DATABASE_APP_URL' : 'DATABASE_URL';
    const checkApplication = async () => {
      await checkTenantIsolation(appUrl);
      if (environment.databaseUrl) await checkSessions({ connectionString: appUrl, variable });
    };
    await checkApplication().catch((error: unknown) => {
      throw explainConnectionError(error, environment.databaseUrl && appUrl, variable);
    });
    return { ownerUrl: server.ownerUrl, appUrl, stop: server.stop };
  } catch (error) {
    await server.stop();
    throw explainConnectionError(error, environment.databaseUrl, 'DATABASE_URL');
  }
}

async function startServer(
  { databaseUrl, dataDir }: DatabaseEnvironment,
  log: (line: string) => void,
  { join: joins = false, ...options }: PrepareOptions,
): Promise<{ ownerUrl: string; stop: () => Promise<void> }> {
  if (databaseUrl) return { ownerUrl: databaseUrl, stop: async () => undefined };
  const running = joins ? runningPostgres(dataDir) : undefined;
  if (running) return { ownerUrl: running, stop: async () => undefined };
  return startPostgres({ dataDir, log, ...options });
}

/** The embedded database needs no password; for any other, the password is derived from the installation's secret key. */
function applicationLogin(
  { databaseUrl, databaseAppUrl }: DatabaseEnvironment,
  secretKey: Uint8Array,
): ApplicationLogin {
  if (databaseAppUrl) return { name: decodeURIComponent(new URL(databaseAppUrl).username) };
  if (!databaseUrl) return {};
  return { password: Buffer.from(deriveKey(secretKey, 'database-role')).toString('base64url') };
}

function withUser(address: string, user: string, password = ''): string {
  const url = new URL(address);
  url.username = user;
  url.password = password;
  return url.href;
}

/** Turns a connection error into a `ConfigurationError` that says what to do. */
function explainConnectionError(error: unknown, address: string | undefined, name: string): unknown {
  if (error instanceof ConfigurationError || !address || !(error instanceof Error)) return error;
  const { host, pathname, username } = new URL(address);
  const { code = '' } = error as { code?: string };
  const reason =
    code === '3D000'
      ? `there is no database ${pathname.slice(1)} on that server`
      : code === '28P01' || code === '28000'
        ? `the server does not let ${decodeURIComponent(username)} in with this password`
        : /^[0-9A-Z]{5}$/.test(code) && !/^(08|53|57)/.test(code)
          ? `the server refuses (${error.message})`
          : `the server does not answer (${error.message || code})`;
  return new ConfigurationError(
    `Cannot use the database at ${host}${pathname} named by ${name}: ${reason}. Correct ${name}, or set the server right, and start again.`,
  );
}
