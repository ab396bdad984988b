import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { expect } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The whole product as a process of its own, the way an operator starts it. */
export type Product = {
  readonly child: ChildProcess;
  /** Every word it has said so far, and those among them that are complaints. */
  said(): string;
  complaint(): string;
  /** Comes true when it answers, with its port; fails when it ends before. */
  readonly ready: Promise<number>;
  /** How it ended: its exit code, or the signal that ended it. */
  readonly ended: Promise<number | string>;
};

const started: Product[] = [];

/** Starts the product with these settings and none of the surroundings'; the port is any free one unless said. */
export function run(settings: Readonly<Record<string, string>>): Product {
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
  let words = '';
  let complaints = '';
  const ended = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | string);
  const ready = new Promise<number>((resolve, reject) => {
    const listen = (part: string) => {
      words += part;
      const port = /is ready at http:\/\/localhost:(\d+)/.exec(words)?.[1];
      if (port) resolve(Number(port));
    };
    child.stdout.setEncoding('utf8').on('data', listen);
    child.stderr.setEncoding('utf8').on('data', (part: string) => {
      complaints += part;
      words += part;
    });
    void ended.then((how) => reject(new Error(`It ended with ${how}: ${words}`)));
  });
  ready.catch(() => undefined); // a test that expects a refusal does not wait for it
  const product = { child, said: () => words, complaint: () => complaints.trim(), ready, ended };
  started.push(product);
  return product;
}

/** Stops whatever was started and still runs. */
export async function endAll(): Promise<void> {
  for (const { child, ended } of started.splice(0)) {
    child.kill('SIGTERM');
    await ended;
  }
}

/** What the operator reads when the start is refused: it ended with 1, and no line speaks of our code. */
export async function refusal(settings: Readonly<Record<string, string>>): Promise<string> {
  const product = run(settings);
  expect(await product.ended).toBe(1);
  expect(product.said()).not.toMatch(/^\s+at |node:internal|\.ts:\d/m);
  return product.complaint();
}

/** A port of this machine that somebody else listens on, and how to free it. */
export async function aTakenPort(): Promise<{ port: number; free: () => Promise<void> }> {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  return { port, free: () => new Promise((resolve) => other.close(() => resolve())) };
}

/** Asks a database directly. */
export async function askDatabase<T extends pg.QueryResultRow>(
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

/** A request to the product over the network. */
export type Sent = {
  readonly port: number;
  readonly host: string;
  readonly path: string;
  readonly method?: string;
  readonly token?: string;
  readonly key?: string;
  readonly body?: unknown;
};

/** Sends a request over a connection of its own; fails when no answer comes. */
export function send({
  port,
  host,
  path,
  method = 'GET',
  token,
  key,
  body,
}: Sent): Promise<{ status: number; text: string }> {
  const headers = {
    host,
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(key ? { 'idempotency-key': key } : {}),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  };
  return new Promise((resolve, reject) => {
    const sent = request({ agent: false, host: '127.0.0.1', port, path, method, headers }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => (text += part));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text })).on('error', reject);
    });
    sent.on('error', reject).end(body === undefined ? undefined : JSON.stringify(body));
  });
}
