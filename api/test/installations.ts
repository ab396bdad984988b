import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { queryDatabase } from './product.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The settings of an installation, as its environment has them. */
export type Settings = Readonly<Record<string, string>>;

/** Runs a command of operators with these settings only. */
export async function runCommand(
  settings: Settings,
  script: string,
  ...args: string[]
): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, [`api/src/cli/${script}.ts`, ...args], {
    cwd: root,
    env: { PATH: process.env['PATH'], HASH_MEMORY_KIB: '8', HASH_PASSES: '1', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (part) => (output += part));
  const [code] = (await once(child, 'close')) as [number];
  return { code, output };
}

/** The URL of a database of the server, for its superuser or another role. */
export function databaseUrl(serverUrl: string, name: string, role?: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  if (role) url.username = role;
  return url.href;
}

/** Settings of an installation on a new database of the server, whose owner is no superuser. */
export async function externalSettings(serverUrl: string, folder: string, name: string): Promise<Settings> {
  await queryDatabase(serverUrl, `create role ${name}_owner login createrole`);
  await queryDatabase(serverUrl, `create database ${name} owner ${name}_owner`);
  return {
    SECRET_KEY: 'ab'.repeat(32),
    DATA_DIR: join(folder, name),
    DATABASE_URL: databaseUrl(serverUrl, name, `${name}_owner`),
    ENVIRONMENT: 'testing',
  };
}

/** The key of an installation with an embedded database. */
export const secretOf = (settings: Settings): string =>
  readFileSync(join(settings['DATA_DIR']!, 'secret.key'), 'utf8').trim();
