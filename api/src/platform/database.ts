import type { Environment } from './env.ts';
import { deriveKey } from './keys.ts';
import { checkWalls, migrate } from './migrate.ts';
import { startPostgres } from './postgres.ts';
import { Trouble } from './trouble.ts';

/** The database ready for work: its owner's address, the application's, and how to stop it. */
export type ReadyDatabase = { readonly ownerUrl: string; readonly appUrl: string; readonly stop: () => Promise<void> };

type Wanted = Pick<Environment, 'databaseUrl' | 'databaseAppUrl' | 'dataDir'>;

/** Starts the embedded database, or takes the configured one, brings it to today's tables, and makes sure that its walls hold. `meanwhile` is done while the embedded one gets ready. */
export async function databaseOf(
  environment: Wanted,
  secretKey: Uint8Array,
  say: (line: string) => void,
  meanwhile?: () => Promise<unknown>,
): Promise<ReadyDatabase> {
  const server = await serverOf(environment, say, meanwhile);
  try {
    const role = applicationRole(environment, secretKey);
    const steps = await migrate(server.ownerUrl, role);
    if (steps.length > 0)
      say(`The database has taken ${steps.length} ${steps.length === 1 ? 'step' : 'steps'} to today's tables.`);
    const appUrl = environment.databaseAppUrl ?? withUser(server.ownerUrl, role.name, role.password);
    await checkWalls(appUrl).catch((error: unknown) => {
      const name = environment.databaseAppUrl ? 'DATABASE_APP_URL' : 'DATABASE_URL';
      throw plain(error, environment.databaseUrl && appUrl, name);
    });
    return { ownerUrl: server.ownerUrl, appUrl, stop: server.stop };
  } catch (error) {
    await server.stop();
    throw plain(error, environment.databaseUrl, 'DATABASE_URL');
  }
}

async function serverOf(
  { databaseUrl, dataDir }: Wanted,
  log: (line: string) => void,
  meanwhile: (() => Promise<unknown>) | undefined,
): Promise<{ ownerUrl: string; stop: () => Promise<void> }> {
  if (databaseUrl) return { ownerUrl: databaseUrl, stop: async () => undefined };
  return startPostgres({ dataDir, log, ...(meanwhile && { meanwhile }) });
}

/** The embedded database asks nobody for a password; any other gets one that only this installation's key can make. */
function applicationRole(
  { databaseUrl, databaseAppUrl }: Wanted,
  secretKey: Uint8Array,
): { name: string; password?: string } {
  if (databaseAppUrl) return { name: decodeURIComponent(new URL(databaseAppUrl).username) };
  if (!databaseUrl) return { name: 'storeward_app' };
  return { name: 'storeward_app', password: Buffer.from(deriveKey(secretKey, 'database-role')).toString('base64url') };
}

function withUser(address: string, user: string, password = ''): string {
  const url = new URL(address);
  url.username = user;
  url.password = password;
  return url.href;
}

/** Says what a database that cannot be used means for whoever starts the product. */
function plain(error: unknown, address: string | undefined, name: string): unknown {
  if (error instanceof Trouble || !address || !(error instanceof Error)) return error;
  const { host, pathname, username } = new URL(address);
  const { code = '' } = error as { code?: string };
  const why =
    code === '3D000'
      ? `there is no database ${pathname.slice(1)} on that server`
      : code === '28P01' || code === '28000'
        ? `the server does not let ${decodeURIComponent(username)} in with this password`
        : /^[0-9A-Z]{5}$/.test(code) && !/^(08|53|57)/.test(code)
          ? `the server refuses (${error.message})`
          : `the server does not answer (${error.message || code})`;
  return new Trouble(
    `Cannot use the database at ${host}${pathname} named by ${name}: ${why}. Correct ${name}, or set the server right, and start again.`,
  );
}
