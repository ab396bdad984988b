import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { noteOf } from '../../api/src/platform/postgres-process.ts';
import { cheap, inFolder, kestrel } from './ground.ts';
import { demoPassword } from '../seed/demo-accounts.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const startSeconds = 120;

/** The product as a process that may be killed and started again on the same port, with the same settings. */
export type Product = {
  readonly port: number;
  /** The number of the process that runs just now. */
  pid(): number;
  /** Starts it and waits until it is ready; answers the milliseconds that took. */
  start(): Promise<number>;
  kill(): Promise<void>;
  /** Stops it in order; answers its exit code. */
  stop(): Promise<number | null>;
};

/** Prepares the product on a data folder or a database, answering on this machine alone. */
export async function product(settings: Readonly<Record<string, string>>): Promise<Product> {
  const port = await freePort();
  let child: ChildProcess | undefined;
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return null;
    const ended = once(child, 'exit');
    child.kill(signal);
    return ((await ended) as [number | null])[0];
  };
  return {
    port,
    pid: () => child?.pid ?? Number.NaN,
    async start() {
      const begun = performance.now();
      child = spawn(process.execPath, ['api/src/main.ts'], {
        cwd: root,
        env: { ...process.env, HOST: '127.0.0.1', PORT: String(port), LOG_LEVEL: 'silent', ...settings },
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      await untilReady(port, () => child?.exitCode === null);
      return performance.now() - begun;
    },
    async kill() {
      await end('SIGKILL');
    },
    stop: () => end('SIGTERM'),
  };
}

/** The product on a folder of its own with the demonstration in it, a client of the demonstration's portal, and the address of its database. */
export type Running = { readonly running: Product; readonly client: Caller; readonly ownerUrl: string };

/** Runs a proof on the product as people start it, with cheap passwords and nothing left afterwards. */
export function withProduct<T>(work: (all: Running) => Promise<T>): Promise<T> {
  return inFolder(async (dataDir) => {
    const running = await product({
      DATA_DIR: dataDir,
      DEMO_DATA: 'on',
      HASH_MEMORY_KIB: String(cheap.memoryKib),
      HASH_PASSES: String(cheap.passes),
    });
    await running.start();
    const client = caller(running.port, kestrel.host);
    try {
      const socket = encodeURIComponent(noteOf(join(dataDir, 'postgres'))?.socketDir ?? '');
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

/** Waits until the product answers that it is ready; answers the milliseconds that took. */
export async function untilReady(port: number, isAlive: () => boolean = () => true): Promise<number> {
  const begun = performance.now();
  const { send, close } = caller(port, 'localhost');
  try {
    for (;;) {
      const answer = await send({ path: '/health/ready' }).catch(() => undefined);
      if (answer?.status === 200) return performance.now() - begun;
      if (!isAlive()) throw new Error('The product ended instead of answering; it says why above.');
      if (performance.now() - begun > startSeconds * 1000)
        throw new Error(`The product is not ready after ${startSeconds} s.`);
      await pause(10);
    }
  } finally {
    close();
  }
}

/** A request to the product. */
export type Sent = {
  readonly path: string;
  readonly method?: string;
  readonly headers?: Record<string, string>;
  /** Sent as JSON; bytes go as they are, under a content type of their own among the headers. */
  readonly body?: unknown;
  /** After how long a request without an answer counts as lost. */
  readonly seconds?: number;
};

/** What came back. */
export type Answer = { readonly status: number; readonly headers: Record<string, unknown>; readonly text: string };

/** A client of the product that keeps its connections open, as a browser does. */
export type Caller = { send(sent: Sent): Promise<Answer>; close(): void };

/** Opens a client of one portal; a request without an answer after 20 s counts as lost, unless it brings its own patience. */
export function caller(port: number, host: string, connections = 32): Caller {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  return {
    close: () => agent.destroy(),
    send: ({ path, method = 'GET', headers = {}, body, seconds = 20 }) =>
      new Promise((resolve, reject) => {
        const content = body === undefined || body instanceof Uint8Array ? body : JSON.stringify(body);
        const asked = request(
          {
            agent,
            host: '127.0.0.1',
            port,
            path,
            method,
            timeout: seconds * 1000,
            headers: { host, ...(content ? { 'content-type': 'application/json' } : {}), ...headers },
          },
          (answer) => {
            let text = '';
            answer.setEncoding('utf8').on('data', (part: string) => (text += part));
            answer
              .on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }))
              .on('error', reject);
          },
        );
        asked.on('timeout', () => asked.destroy(new Error('no answer')));
        asked.on('error', reject).end(content);
      }),
  };
}

const base64 = (text: string) => Buffer.from(text).toString('base64');

/** What the sign-in page sends. */
export const signIn = (host: string, userName: string, password = demoPassword): Sent => ({
  path: '/user-management/login',
  method: 'POST',
  body: { username: base64(userName), password: base64(password), domainName: base64(host) },
});

/** Signs in and answers the header that every later request carries. */
export async function signedIn({ send }: Caller, host: string, userName: string): Promise<Record<string, string>> {
  const { status, text } = await send(signIn(host, userName));
  if (status !== 200) throw new Error(`${userName} cannot sign in at ${host}: ${text}`);
  return { authorization: `Bearer ${(JSON.parse(text) as { result: { accessToken: string } }).result.accessToken}` };
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, 'close');
  return port;
}
