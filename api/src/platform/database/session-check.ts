import pg from 'pg';
import { ConfigurationError } from '../environment/configuration-error.ts';
import {
  describeSettings,
  type DifferingSetting,
  differingSettingsSql,
  type Limits,
  sessionOptions,
  sessionSettings,
  standardLimits,
} from './session-settings.ts';

/** A variable of the environment with the URL of the application's role. */
type ApplicationUrl = { readonly connectionString: string; readonly variable: string };

/** Statements of the same name in two sessions of a pooler meet on one connection of its pool within so many rounds. */
const maxRounds = 25;

/**
 * Checks at start that the application's sessions have their settings, also behind a pooler, and that the pooler keeps
 * named statements of its clients apart. Throws `ConfigurationError` with the way out.
 */
export async function checkSessions({ connectionString, variable }: ApplicationUrl): Promise<void> {
  const { host } = new URL(connectionString);
  const wayOut = `or let ${variable} lead to PostgreSQL itself, and start again.`;
  const clients = [connectionOf(connectionString), connectionOf(connectionString)] as const;
  try {
    for (const client of clients) await client.connect();
    const [first, second] = clients;
    const { rows: differing } = await first.query<DifferingSetting>(differingSettingsSql());
    if (differing.length > 0) throw new ConfigurationError(await settingsAdvice(first, differing));
    if (await isPooled(first)) await checkNamedStatements(first, second);
  } catch (error) {
    const message = (error as Error).message;
    if (/unsupported startup parameter/.test(message))
      throw new ConfigurationError(
        `The pooler at ${host} refuses the options of a connection (${message}). Set ignore_startup_parameters = options there, since they are stored with the role too, ${wayOut}`,
      );
    if (/statement pooling mode/.test(message))
      throw new ConfigurationError(
        `The pooler at ${host} pools single statements, and Storeward needs transactions. Set pool_mode = transaction there, ${wayOut}`,
      );
    if (statementErrors.has((error as { code?: string }).code))
      throw new ConfigurationError(
        `The pooler at ${host} mixes up the named statements of its clients (${message}). Use PgBouncer 1.21 or newer with max_prepared_statements = 500 there, ${wayOut}`,
      );
    throw error;
  } finally {
    await Promise.allSettled(clients.map((client) => client.end()));
  }
}

/** A name that another client took (42P05), or that does not exist on this connection (26000). */
const statementErrors = new Set<string | undefined>(['42P05', '26000']);

function connectionOf(connectionString: string): pg.Client {
  const options = sessionOptions(standardLimits);
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000, options });
  client.on('error', () => undefined); // the pending query reports a broken connection
  return client;
}

/** A pooler gives its clients numbers of its own instead of those of the server's processes. */
async function isPooled(client: pg.Client): Promise<boolean> {
  return (await backendOf(client)) !== (client as pg.Client & { processID: number }).processID;
}

const backendOf = async (client: pg.Client) =>
  (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]!.pid;

/** Uses two statements of one name from two clients, until both had the same connection of the pool in turn. */
async function checkNamedStatements(...clients: readonly pg.Client[]): Promise<void> {
  const used = clients.map(() => new Set<number>());
  const haveMet = () => [...used[0]!].some((pid) => used[1]!.has(pid));
  for (let round = 0; round < 2 || (round < maxRounds && !haveMet()); round += 1) {
    for (const [index, client] of clients.entries()) {
      await client.query('begin');
      used[index]!.add(await backendOf(client));
      const text = `select ${index} as answer`;
      const { rows } = await client.query<{ answer: number }>({ name: 'storeward_check', text });
      await client.query('commit');
      if (rows[0]?.answer !== index)
        throw Object.assign(new Error('a statement of another client answered'), { code: '26000' });
    }
  }
}

/** Refuses a connection without the settings, since a pooler drops those of a connection without a word. */
export async function verifySession(client: pg.ClientBase, limits: Limits): Promise<void> {
  const { rows } = await client.query<DifferingSetting>(differingSettingsSql(limits));
  if (rows.length > 0)
    throw Object.assign(new Error(`the database session is not usable: ${describeSettings(rows)}`), { code: '08004' });
}

async function settingsAdvice(client: pg.Client, differing: readonly DifferingSetting[]): Promise<string> {
  const { rows } = await client.query<{ role: string; database: string }>(
    'select session_user as role, current_database() as database',
  );
  const { role, database } = rows[0]!;
  const names = [role, database].map((name) => client.escapeIdentifier(name));
  const commands = Object.entries(sessionSettings()).map(
    ([name, value]) => `  alter role ${names[0]} in database ${names[1]} set ${name} = ${client.escapeLiteral(value)};`,
  );
  return [
    `Sessions of the role ${role} have other settings than Storeward needs: ${describeSettings(differing)}. Run this as an administrator of the database server, let the pooler reconnect (RECONNECT in PgBouncer), and start again:`,
    ...commands,
  ].join('\n');
}
