import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { type IncomingHttpHeaders, request } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { createDataFolder } from '../api/test/memory-folder.ts';
import { parseMail } from '../api/src/platform/mail/eml.ts';
import { type Postgres, startPostgres } from '../api/src/platform/database/server/postgres.ts';

/** An API request without a browser. */
export type ApiRequest = {
  readonly host: string;
  readonly path: string;
  readonly method?: 'GET' | 'PUT' | 'POST' | 'DELETE';
  readonly token?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
};

export type ApiResponse = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly body: any }; // oxlint-disable-line typescript/no-explicit-any -- each test asserts its shape

/** A mail of the outbox folder, with its plain text and the links in it. */
export type Mail = {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly links: readonly string[];
};

/** The whole application in its own process, with its own database server and the demo data. */
export type Product = {
  readonly port: number;
  /** The origin of a portal by its host name. */
  urlOf(host: string): string;
  request(apiRequest: ApiRequest): Promise<ApiResponse>;
  /** Runs a statement as the owner of the database. */
  executeSql(statement: string, values: readonly string[]): Promise<void>;
  /** Sets the server clock ahead of real time by an interval such as `90 minutes`; `0` resets it. */
  setClock(ahead: string): Promise<void>;
  /** Mails of the outbox folder, oldest first, optionally of one recipient. */
  mails(to?: string): Promise<Mail[]>;
  /** Kills the process (SIGKILL) and starts it again on the same data. */
  crashAndRestart(): Promise<void>;
  /** Ends it, and starts it on the same port with fresh data; the database server stays up. */
  restartFresh(): Promise<void>;
  /** Stops it; returns the folder whose data every later start takes over if `DEMO_FOLDER` names it. */
  keepAsDemo(): Promise<string>;
  /** Ends it and deletes its data. */
  stop(): Promise<void>;
};

const demoDatabase = 'demo';
const root = fileURLToPath(new URL('..', import.meta.url));

/** Environment variables set by a test. */
export type Environment = Readonly<Record<string, string>>;

/** Starts the application on a free port with a fresh database and data folder, and waits until it is ready. */
export async function startProduct(environment: Environment = {}): Promise<Product> {
  const folder = createDataFolder('storeward-e2e-');
  const dataDir = join(folder, 'data');
  // the demo data depends on the environment, so the prepared copy is used only without overrides
  const demo = Object.keys(environment).length === 0 ? process.env['DEMO_FOLDER'] : undefined;
  if (demo) cpSync(join(demo, 'postgres'), join(folder, 'postgres'), { recursive: true });
  const postgres = await startPostgres({ dataDir: folder, fast: true });
  const port = await freePort();
  const start = () => spawnServer({ ...environment, DATABASE_URL: postgres.ownerUrl, DATA_DIR: dataDir }, port);
  const startFresh = async () => {
    await execute(inDatabase(postgres, 'postgres'), [
      'drop database if exists storeward with (force)',
      `create database storeward ${demo ? `template ${demoDatabase} strategy file_copy` : ''}`,
    ]);
    rmSync(dataDir, { recursive: true, force: true });
    if (demo) cpSync(join(demo, 'data'), dataDir, { recursive: true });
    return start();
  };
  let server = await startFresh();
  const end = async (signal: NodeJS.Signals) => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const exited = once(server, 'exit');
    server.kill(signal);
    await exited;
  };
  // an aborted run must leave neither process nor data
  process.once('exit', () => {
    server.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    port,
    urlOf: (host) => `http://${host}:${port}`,
    request: (apiRequest) => sendRequest(port, apiRequest),
    executeSql: (statement, values) => execute(postgres.ownerUrl, [statement], values),
    setClock: (ahead) => execute(postgres.ownerUrl, ['update clock_offset set ahead = $1'], [ahead]),
    mails: async (to) =>
      (await readMails(join(dataDir, 'outbox'))).filter((mail) => to === undefined || mail.to === to),
    async crashAndRestart() {
      await end('SIGKILL');
      server = await start();
    },
    async restartFresh() {
      // its data are deleted, so that it need not wait for the browser's connections
      await end('SIGKILL');
      server = await startFresh();
    },
    async keepAsDemo() {
      await end('SIGTERM');
      await execute(inDatabase(postgres, 'postgres'), [`alter database storeward rename to ${demoDatabase}`]);
      await postgres.stop();
      return folder;
    },
    async stop() {
      await end('SIGKILL');
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The configuration of production, except for the demo data and cheap password hashing. */
async function spawnServer(settings: Environment, port: number): Promise<ChildProcess> {
  const environment = {
    PORT: String(port),
    SECRET_KEY: '5e'.repeat(32),
    ENVIRONMENT: 'development',
    DEMO_DATA: 'on',
    HASH_MEMORY_KIB: '64',
    HASH_PASSES: '1',
    LOG_LEVEL: 'warn',
    ...settings,
  };
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  const server = spawn(process.execPath, ['api/src/main.ts'], {
    cwd: root,
    env: { PATH, HOME, NODE_COMPILE_CACHE, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  await new Promise<void>((resolve, reject) => {
    const onData = (chunk: string) => {
      output += chunk;
      if (output.includes('Storeward is ready')) resolve();
    };
    for (const stream of [server.stdout, server.stderr]) stream.setEncoding('utf8').on('data', onData);
    server.once('error', reject);
    server.once('exit', (code) =>
      reject(new Error(`The application exited with ${code} before it was ready:\n${output}`)),
    );
  });
  return server;
}

/** The owner's URL of another database of the server. */
function inDatabase({ ownerUrl }: Postgres, name: string): string {
  const url = new URL(ownerUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Runs statements as the database owner, one after the other. */
async function execute(url: string, statements: readonly string[], values: readonly string[] = []): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement, [...values]);
  } finally {
    await client.end();
  }
}

/** Connects to 127.0.0.1 with the host in the header, because host names may not resolve. */
function sendRequest(
  port: number,
  { host, path, method = 'GET', token, body, headers: extraHeaders }: ApiRequest,
): Promise<ApiResponse> {
  const headers = {
    host: `${host}:${port}`,
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...extraHeaders,
  };
  return new Promise((resolve, reject) => {
    const clientRequest = request({ host: '127.0.0.1', port, path, method, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: parseJson(text) }),
      );
    });
    clientRequest.on('error', reject).end(body === undefined ? undefined : JSON.stringify(body));
  });
}

/** Reads the `.eml` files directly. */
async function readMails(folder: string): Promise<Mail[]> {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.eml')) : [];
  return Promise.all(
    names.sort().map(async (name) => {
      const { to, subject, text } = await parseMail(readFileSync(join(folder, name)));
      return { to, subject, text, links: [...text.matchAll(/https?:\/\/\S+/g)].map(([link]) => link) };
    }),
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A port that no program listens on, below those that the system gives to connections, so that it stays free. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 10_000);
    const probe = createServer().listen(port, '127.0.0.1');
    const isFree = await Promise.race([once(probe, 'listening'), once(probe, 'error')]).then(() => probe.listening);
    probe.close();
    if (isFree) return port;
  }
}
