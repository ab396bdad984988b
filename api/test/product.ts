import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { expect } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The product as a separate process, started as an operator does. */
export type ProductProcess = {
  readonly child: ChildProcess;
  /** The output so far: stdout and stderr, and stderr only. */
  output(): string;
  errorOutput(): string;
  /** Resolves to the port once it is ready; rejects if it ends before. */
  readonly ready: Promise<number>;
  /** Resolves to the exit code, or to the signal that ended it. */
  readonly ended: Promise<number | string>;
};

const started: ProductProcess[] = [];

/** Starts the product with these environment variables only; on a free port by default. */
export function startProduct(settings: Readonly<Record<string, string>>): ProductProcess {
  const child = spawn(process.execPath, ['api/src/main.ts'], {
    cwd: root,
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: `${root}node_modules/.cache/node`,
      PORT: '0',
      DEMO_DATA: 'off',
      LOG_LEVEL: 'silent',
      HASH_MEMORY_KIB: '8',
      HASH_PASSES: '1',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let allOutput = '';
  let errors = '';
  const ended = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | string);
  const ready = new Promise<number>((resolve, reject) => {
    const readOutput = (part: string) => {
      allOutput += part;
      const port = /is ready at http:\/\/localhost:(\d+)/.exec(allOutput)?.[1];
      if (port) resolve(Number(port));
    };
    child.stdout.setEncoding('utf8').on('data', readOutput);
    child.stderr.setEncoding('utf8').on('data', (part: string) => {
      errors += part;
      allOutput += part;
    });
    void ended.then((exit) => reject(new Error(`It ended with ${exit}: ${allOutput}`)));
  });
  ready.catch(() => undefined); // a test that expects a failed start does not await it
  const product = { child, output: () => allOutput, errorOutput: () => errors.trim(), ready, ended };
  started.push(product);
  return product;
}

/** Stops all started processes. */
export async function stopAllProducts(): Promise<void> {
  for (const { child, ended } of started.splice(0)) {
    child.kill('SIGTERM');
    await ended;
  }
}

/** Starts the product, expects exit code 1 without a stack trace, and returns the error output. */
export async function startupError(settings: Readonly<Record<string, string>>): Promise<string> {
  const product = startProduct(settings);
  expect(await product.ended).toBe(1);
  expect(product.output()).not.toMatch(/^\s+at |node:internal|\.ts:\d/m);
  return product.errorOutput();
}

/** Listens on a free port; `free` closes it. */
export async function occupyPort(): Promise<{ port: number; free: () => Promise<void> }> {
  const listener = createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  return { port, free: () => new Promise((resolve) => listener.close(() => resolve())) };
}

export async function queryDatabase<T extends pg.QueryResultRow>(
  url: string,
  sql: string,
  values: unknown[] = [],
): Promise<T[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query<T>(sql, values)).rows;
  } finally {
    await client.end();
  }
}

export type HttpRequest = {
  readonly port: number;
  readonly host: string;
  readonly path: string;
  readonly method?: string;
  readonly token?: string;
  readonly key?: string;
  readonly body?: unknown;
};

/** Sends a request on its own connection; rejects if there is no response. */
export function sendRequest({
  port,
  host,
  path,
  method = 'GET',
  token,
  key,
  body,
}: HttpRequest): Promise<{ status: number; text: string }> {
  const headers = {
    host,
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(key ? { 'idempotency-key': key } : {}),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  };
  return new Promise((resolve, reject) => {
    const clientRequest = request({ agent: false, host: '127.0.0.1', port, path, method, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text })).on('error', reject);
    });
    clientRequest.on('error', reject).end(body === undefined ? undefined : JSON.stringify(body));
  });
}
