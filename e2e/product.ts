import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { type IncomingHttpHeaders, request } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { parseMail } from '../api/src/platform/mail/eml.ts';
import { owner } from '../api/src/platform/database/server/postgres-cluster.ts';
import { readPidFile } from '../api/src/platform/database/server/postgres-process.ts';

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

/** The whole application in its own process, with its own database and the demo data. */
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
  /** Stops it, deletes its data and starts it again on the same port. */
  restartFresh(): Promise<void>;
  /** Stops it and deletes its data, after copying the data folder if a target is given. */
  stop(copyTo?: string): Promise<void>;
};

const root = fileURLToPath(new URL('..', import.meta.url));

/** Environment variables set by a test. */
export type Environment = Readonly<Record<string, string>>;

/** Starts the application on a free port with a fresh data folder, and waits until it is ready. */
export async function startProduct(environment: Environment = {}): Promise<Product> {
  const dataDir = mkdtempSync(join(tmpdir(), 'storeward-e2e-'));
  const removeData = () => rmSync(dataDir, { recursive: true, force: true });
  const port = await freePort();
  const start = () => {
    const demoDataDir = process.env['DEMO_DATA_DIR'];
    // the demo data depends on the environment, so the prepared copy is used only without overrides
    if (demoDataDir && Object.keys(environment).length === 0) cpSync(demoDataDir, dataDir, { recursive: true });
    return spawnServer(dataDir, port, environment);
  };
  let server = await start();
  // an aborted run must leave neither process nor data
  process.once('exit', () => {
    server.kill('SIGTERM');
    removeData();
  });
  const stop = async (copyTo?: string) => {
    const exited = server.exitCode === null ? once(server, 'exit') : undefined;
    server.kill('SIGTERM');
    await exited;
    if (copyTo) cpSync(dataDir, copyTo, { recursive: true });
    removeData();
  };
  return {
    port,
    urlOf: (host) => `http://${host}:${port}`,
    request: (apiRequest) => sendRequest(port, apiRequest),
    executeSql: (statement, values) => executeAsOwner(dataDir, statement, values),
    setClock: (ahead) => executeAsOwner(dataDir, 'update clock_offset set ahead = $1', [ahead]),
    mails: async (to) =>
      (await readMails(join(dataDir, 'outbox'))).filter((mail) => to === undefined || mail.to === to),
    async crashAndRestart() {
      const exited = once(server, 'exit');
      server.kill('SIGKILL');
      await exited;
      server = await spawnServer(dataDir, port, environment);
    },
    async restartFresh() {
      await stop();
      server = await start();
    },
    stop,
  };
}

/** The configuration of production, except for cheap password hashing. */
async function spawnServer(dataDir: string, port: number, settings: Environment): Promise<ChildProcess> {
  const environment = {
    DATA_DIR: dataDir,
    PORT: String(port),
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

/** Runs a statement as the database owner, through the cluster's Unix socket. */
async function executeAsOwner(dataDir: string, statement: string, values: readonly string[]): Promise<void> {
  const pidFile = readPidFile(join(dataDir, 'postgres'));
  if (!pidFile) throw new Error('The embedded database is not running.');
  const client = new pg.Client({ host: pidFile.socketDir, port: pidFile.port, user: owner, database: 'storeward' });
  await client.connect();
  try {
    await client.query(statement, [...values]);
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
