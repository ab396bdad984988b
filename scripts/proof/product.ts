import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readPidFile } from '../../api/src/platform/database/server/postgres-process.ts';
import { cheapHashCosts, withTempFolder, kestrel } from './setup.ts';
import { demoPassword } from '../seed/demo-accounts.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const startSeconds = 120;

/** Builds the web app, for proofs in a browser. */
export function buildWebApp(): void {
  const args = ['node_modules/vite/bin/vite.js', 'build', 'web', '--logLevel', 'error'];
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error('The web app cannot be built.');
}

/** The product as a child process that can be killed and restarted on the same port with the same settings. */
export type Product = {
  readonly port: number;
  /** Pid of the current process. */
  pid(): number;
  /** Starts it and waits until it is ready; returns the milliseconds. */
  start(): Promise<number>;
  kill(): Promise<void>;
  /** Stops it gracefully; returns its exit code. */
  stop(): Promise<number | null>;
};

/** Where a version of the product is, other than here, and on which port it listens, other than a free one. */
export type ProductOptions = { readonly folder?: string; readonly port?: number };

/** Configures the product on a data folder or a database, listening on loopback only. */
export async function product(
  settings: Readonly<Record<string, string>>,
  { folder = root, port: givenPort }: ProductOptions = {},
): Promise<Product> {
  const port = givenPort ?? (await freePort());
  let child: ChildProcess | undefined;
  const terminate = async (signal: 'SIGKILL' | 'SIGTERM') => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return null;
    const ended = once(child, 'exit');
    child.kill(signal);
    return ((await ended) as [number | null])[0];
  };
  return {
    port,
    pid: () => child?.pid ?? Number.NaN,
    async start() {
      const startedAt = performance.now();
      child = spawn(process.execPath, ['api/src/main.ts'], {
        cwd: folder,
        env: { ...process.env, HOST: '127.0.0.1', PORT: String(port), LOG_LEVEL: 'silent', ...settings },
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      await untilReady(port, () => child?.exitCode === null);
      return performance.now() - startedAt;
    },
    async kill() {
      await terminate('SIGKILL');
    },
    stop: () => terminate('SIGTERM'),
  };
}

/** Starts the product once; returns what it prints when it refuses to start, or nothing if it starts. */
export async function refusedStart(settings: Readonly<Record<string, string>>): Promise<string> {
  const port = await freePort();
  const child = spawn(process.execPath, ['api/src/main.ts'], {
    cwd: root,
    env: { ...process.env, HOST: '127.0.0.1', PORT: String(port), LOG_LEVEL: 'silent', ...settings },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (part: string) => (output += part));
  const ended = once(child, 'close');
  await untilReady(port, () => child.exitCode === null).catch(() => undefined);
  child.kill('SIGTERM');
  await ended;
  return output.trim();
}

/** The product on a temporary folder with demo data, a client of its portal, and the URL of its database. */
export type Running = { readonly running: Product; readonly client: Client; readonly ownerUrl: string };

/** Runs a proof on the product as operators start it, with cheap hash costs, and removes everything afterwards. */
export function withProduct<T>(
  work: (environment: Running) => Promise<T>,
  settings: Readonly<Record<string, string>> = {},
): Promise<T> {
  return withTempFolder(async (dataDir) => {
    const running = await product({
      DATA_DIR: dataDir,
      DEMO_DATA: 'on',
      HASH_MEMORY_KIB: String(cheapHashCosts.memoryKib),
      HASH_PASSES: String(cheapHashCosts.passes),
      ...settings,
    });
    await running.start();
    const client = createClient(running.port, kestrel.host);
    try {
      const socket = encodeURIComponent(readPidFile(join(dataDir, 'postgres'))?.socketDir ?? '');
      return await work({
        running,
        client,
        ownerUrl: `postgresql://storeward_owner@localhost/storeward?host=${socket}`,
      });
    } finally {
      client.close();
      await running.stop();
    }
  });
}

/** Waits until the readiness check passes; returns the milliseconds. */
export async function untilReady(port: number, isAlive: () => boolean = () => true): Promise<number> {
  const startedAt = performance.now();
  const { send, close } = createClient(port, 'localhost');
  try {
    for (;;) {
      const response = await send({ path: '/health/ready' }).catch(() => undefined);
      if (response?.status === 200) return performance.now() - startedAt;
      if (!isAlive()) throw new Error('The product exited during its start; the reason is printed above.');
      if (performance.now() - startedAt > startSeconds * 1000)
        throw new Error(`The product is not ready after ${startSeconds} s.`);
      await delay(10);
    }
  } finally {
    close();
  }
}

export type ProductRequest = {
  readonly path: string;
  readonly method?: string;
  readonly headers?: Record<string, string>;
  /** Sent as JSON; bytes are sent as they are, with a content type given in the headers. */
  readonly body?: unknown;
  /** Timeout in seconds after which the request fails. */
  readonly seconds?: number;
};

/** Status, headers and text of a response. */
export type ProductResponse = {
  readonly status: number;
  readonly headers: Record<string, unknown>;
  readonly text: string;
};

/** An HTTP client with keep-alive connections, as a browser has. */
export type Client = { send(request: ProductRequest): Promise<ProductResponse>; close(): void };

/** Creates a client of one portal; the default timeout is 20 s. */
export function createClient(port: number, host: string, connections = 32): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  return {
    close: () => agent.destroy(),
    send: ({ path, method = 'GET', headers = {}, body, seconds = 20 }) =>
      new Promise((resolve, reject) => {
        const content = body === undefined || body instanceof Uint8Array ? body : JSON.stringify(body);
        const outgoing = request(
          {
            agent,
            host: '127.0.0.1',
            port,
            path,
            method,
            timeout: seconds * 1000,
            headers: { host, ...(content ? { 'content-type': 'application/json' } : {}), ...headers },
          },
          (response) => {
            let text = '';
            response.setEncoding('utf8').on('data', (part: string) => (text += part));
            response
              .on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }))
              .on('error', reject);
          },
        );
        outgoing.on('timeout', () => outgoing.destroy(new Error('no response')));
        outgoing.on('error', reject).end(content);
      }),
  };
}

const base64 = (text: string) => Buffer.from(text).toString('base64');

/** Body of a sign-in request as the web app sends it. */
export const signIn = (host: string, userName: string, password = demoPassword): ProductRequest => ({
  path: '/user-management/login',
  method: 'POST',
  body: { username: base64(userName), password: base64(password), domainName: base64(host) },
});

/** Signs in; returns the authorization header. */
export async function signedIn({ send }: Client, host: string, userName: string): Promise<Record<string, string>> {
  const { status, text } = await send(signIn(host, userName));
  if (status !== 200) throw new Error(`${userName} cannot sign in at ${host}: ${text}`);
  return { authorization: `Bearer ${(JSON.parse(text) as { result: { accessToken: string } }).result.accessToken}` };
}

/** A port of this machine that nobody uses. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, 'close');
  return port;
}
