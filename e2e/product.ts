import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type IncomingHttpHeaders, request } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A request to the product past the browser: on which portal, where to, by whom. */
export type Question = {
  readonly host: string;
  readonly path: string;
  readonly method?: 'GET' | 'PUT' | 'POST';
  readonly token?: string;
  readonly body?: unknown;
};

/** What the product answered to a question. */
export type Reply = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly body: any }; // oxlint-disable-line typescript/no-explicit-any -- each test says what it expects of it

/** The whole product as somebody runs it: one process of its own, with its own database and the demo data. */
export type Product = {
  readonly port: number;
  /** The address of a portal by its host name. */
  at(host: string): string;
  ask(question: Question): Promise<Reply>;
  /** Ends the process without a word, as a power cut would, and starts it again on the same data. */
  crashAndStart(): Promise<void>;
  stop(): Promise<void>;
};

const root = fileURLToPath(new URL('..', import.meta.url));

/** Starts the product on a free port with a fresh data folder, and waits until it serves. */
export async function startProduct(): Promise<Product> {
  const dataDir = mkdtempSync(join(tmpdir(), 'storeward-e2e-'));
  const port = await freePort();
  let server = await started(dataDir, port);
  // A run that is cut short leaves no process and no data behind either.
  process.once('exit', () => {
    server.kill('SIGTERM');
    rmSync(dataDir, { recursive: true, force: true });
  });
  return {
    port,
    at: (host) => `http://${host}:${port}`,
    ask: (question) => asked(port, question),
    async crashAndStart() {
      const ended = once(server, 'exit');
      server.kill('SIGKILL');
      await ended;
      server = await started(dataDir, port);
    },
    async stop() {
      const ended = server.exitCode === null ? once(server, 'exit') : undefined;
      server.kill('SIGTERM');
      await ended;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Everything is as in production, but for the cost of the passwords, which nobody here attacks. */
async function started(dataDir: string, port: number): Promise<ChildProcess> {
  const environment = {
    DATA_DIR: dataDir,
    PORT: String(port),
    HASH_MEMORY_KIB: '64',
    HASH_PASSES: '1',
    LOG_LEVEL: 'warn',
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

/** Host names mean this machine, whatever its own resolver says of them. */
function asked(port: number, { host, path, method = 'GET', token, body }: Question): Promise<Reply> {
  const headers = {
    host: `${host}:${port}`,
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
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
