import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { type IncomingHttpHeaders, request } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { readMail } from '../api/src/platform/eml.ts';
import { owner } from '../api/src/platform/postgres-cluster.ts';
import { noteOf } from '../api/src/platform/postgres-process.ts';

/** A request to the product past the browser: on which portal, where to, by whom. */
export type Question = {
  readonly host: string;
  readonly path: string;
  readonly method?: 'GET' | 'PUT' | 'POST' | 'DELETE';
  readonly token?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
};

/** What the product answered to a question. */
export type Reply = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly body: any }; // oxlint-disable-line typescript/no-explicit-any -- each test says what it expects of it

/** A mail as it lies in the outbox: to whom it went, its plain words, and the links among them. */
export type Mail = {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly links: readonly string[];
};

/** The whole product as somebody runs it: one process of its own, with its own database and the demo data. */
export type Product = {
  readonly port: number;
  /** The address of a portal by its host name. */
  at(host: string): string;
  ask(question: Question): Promise<Reply>;
  /** Writes something into the product's database, as its owner would. */
  plant(statement: string, values: readonly string[]): Promise<void>;
  /** Moves the hands of the product's clock so far ahead of the real one, as `90 minutes`; `0` puts them back. */
  setClock(ahead: string): Promise<void>;
  /** The mails in the outbox of the data folder, the oldest first; of one address, if one is named. */
  mails(to?: string): Mail[];
  /** Ends the process without a word, as a power cut would, and starts it again on the same data. */
  crashAndStart(): Promise<void>;
  /** Ends it, forgets all its data and starts it anew at the same address. */
  startAnew(): Promise<void>;
  /** Ends it and forgets its data, of which a folder may keep a copy. */
  stop(keptIn?: string): Promise<void>;
};

const root = fileURLToPath(new URL('..', import.meta.url));

/** Values of the product's environment that a test sets for itself. */
export type Settings = Readonly<Record<string, string>>;

/** Starts the product on a free port with a fresh data folder, and waits until it serves. */
export async function startProduct(settings: Settings = {}): Promise<Product> {
  const dataDir = mkdtempSync(join(tmpdir(), 'storeward-e2e-'));
  const forget = () => rmSync(dataDir, { recursive: true, force: true });
  const port = await freePort();
  const begin = () => {
    const first = process.env['FIRST_DATA'];
    // the demo data of an installation with settings of its own may differ
    if (first && Object.keys(settings).length === 0) cpSync(first, dataDir, { recursive: true });
    return started(dataDir, port, settings);
  };
  let server = await begin();
  // A run that is cut short leaves no process and no data behind either.
  process.once('exit', () => {
    server.kill('SIGTERM');
    forget();
  });
  const end = async (keptIn?: string) => {
    const ended = server.exitCode === null ? once(server, 'exit') : undefined;
    server.kill('SIGTERM');
    await ended;
    if (keptIn) cpSync(dataDir, keptIn, { recursive: true });
    forget();
  };
  return {
    port,
    at: (host) => `http://${host}:${port}`,
    ask: (question) => asked(port, question),
    plant: (statement, values) => asOwner(dataDir, statement, values),
    setClock: (ahead) => asOwner(dataDir, 'update clock_offset set ahead = $1', [ahead]),
    mails: (to) => mailsIn(join(dataDir, 'outbox')).filter((mail) => to === undefined || mail.to === to),
    async crashAndStart() {
      const ended = once(server, 'exit');
      server.kill('SIGKILL');
      await ended;
      server = await started(dataDir, port, settings);
    },
    async startAnew() {
      await end();
      server = await begin();
    },
    stop: end,
  };
}

/** Everything is as in production, but for the cost of the passwords, which nobody here attacks. */
async function started(dataDir: string, port: number, settings: Settings): Promise<ChildProcess> {
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
  let said = '';
  await new Promise<void>((ready, failed) => {
    const hear = (chunk: string) => {
      said += chunk;
      if (said.includes('Storeward is ready')) ready();
    };
    for (const stream of [server.stdout, server.stderr]) stream.setEncoding('utf8').on('data', hear);
    server.once('error', failed);
    server.once('exit', (code) => failed(new Error(`The product ended with ${code} before it was ready:\n${said}`)));
  });
  return server;
}

/** Tells the product's database something as its owner, on the socket that it answers on. */
async function asOwner(dataDir: string, statement: string, values: readonly string[]): Promise<void> {
  const note = noteOf(join(dataDir, 'postgres'));
  if (!note) throw new Error('The product has no database of its own running.');
  const client = new pg.Client({ host: note.socketDir, port: note.port, user: owner, database: 'storeward' });
  await client.connect();
  try {
    await client.query(statement, [...values]);
  } finally {
    await client.end();
  }
}

/** Host names mean this machine, whatever its own resolver says of them. */
function asked(port: number, { host, path, method = 'GET', token, body, headers: more }: Question): Promise<Reply> {
  const headers = {
    host: `${host}:${port}`,
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...more,
  };
  return new Promise((answer, failed) => {
    const sent = request({ host: '127.0.0.1', port, path, method, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () =>
        answer({ status: response.statusCode ?? 0, headers: response.headers, body: read(text) }),
      );
    });
    sent.on('error', failed).end(body === undefined ? undefined : JSON.stringify(body));
  });
}

/** Read from the files themselves, as somebody without a mail server would. */
function mailsIn(folder: string): Mail[] {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.eml')) : [];
  return names.sort().map((name) => {
    const { to, subject, text } = readMail(readFileSync(join(folder, name), 'utf8'));
    return { to, subject, text, links: [...text.matchAll(/https?:\/\/\S+/g)].map(([link]) => link) };
  });
}

function read(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (typeof address !== 'object' || !address) throw new Error('This machine gives out no port.');
  return address.port;
}
