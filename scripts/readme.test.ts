import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, expect, test } from 'vitest';
import { type Postgres, startPostgres } from '../api/src/platform/database/server/postgres.ts';
import { base64 } from '../api/test/builders.ts';
import { type MailServer, startMailServer } from '../api/test/mail-server.ts';
import { queryDatabase, sendRequest } from '../api/test/product.ts';
import { longTest, longWait } from '../api/test/limits.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'storeward readme '));
const running: ChildProcess[] = [];
const servers: (Pick<Postgres, 'stop'> | { readonly stop: MailServer['close'] })[] = [];

afterEach(async () => {
  for (const child of running.splice(0)) await stop(child);
});
afterAll(async () => {
  for (const server of servers) await server.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** The shell commands of a section of the README, in order. */
function commandsOf(title: string): string[] {
  const section = readme.split(/^## /m).find((part) => part.startsWith(`${title}\n`)) ?? '';
  const blocks = [...section.matchAll(/^( *)```sh\n(.*?)^ *```$/gms)];
  return blocks.map(([, indent = '', text = '']) => text.replaceAll(new RegExp(`^${indent}`, 'gm'), '').trim());
}

/** Replaces placeholders and example values, each of which must occur. */
const filledIn = (command: string, values: Readonly<Record<string, string>>) =>
  Object.entries(values).reduce((text, [placeholder, value]) => {
    expect(text).toContain(placeholder);
    return text.replaceAll(placeholder, value);
  }, command);

/** A user's terminal: each command runs in the folder where the one before it ended. */
function terminal(name: string, environment: Readonly<Record<string, string>>) {
  const at = join(folder, name);
  mkdirSync(at);
  let here = at;
  const start = (command: string) => {
    const child = spawn('sh', ['-ec', `${command}\npwd > "${at}/here"`], {
      cwd: here,
      env: {
        PATH: process.env['PATH'],
        HOME: process.env['HOME'],
        HASH_MEMORY_KIB: '8',
        HASH_PASSES: '1',
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    running.push(child);
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (part: string) => (output += part));
    return { child, output: () => output };
  };
  return {
    start,
    async run(command: string): Promise<string> {
      const { child, output } = start(command);
      const [code] = (await once(child, 'close')) as [number];
      expect([code, output()]).toEqual([0, output()]);
      here = readFileSync(join(at, 'here'), 'utf8').trim();
      return output();
    },
    /** Takes over the packages that are installed here, which a new user downloads. */
    linkPackages: () => spawnSync('cp', ['-al', join(root, 'node_modules'), join(here, 'node_modules')]),
  };
}

/** Presses Ctrl-C: the signal goes to the whole process group. */
async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'close');
  process.kill(-child.pid!, 'SIGINT');
  await ended;
}

/** Resolves to the port once the product is ready. */
async function ready(output: () => string): Promise<number> {
  const line = /Storeward is ready at http:\/\/localhost:(\d+)/;
  await expect.poll(output, longWait).toMatch(line);
  return Number(line.exec(output())![1]);
}

const signIn = (port: number, host: string, userName: string, password: string) =>
  sendRequest({
    port,
    host,
    path: '/user-management/login',
    method: 'POST',
    body: { username: base64(userName), password: base64(password), domainName: base64(host) },
  });

test(
  'the commands of "Try it" start a fresh clone with its demo, without a warning, and Ctrl-C stops it',
  longTest,
  async () => {
    const [install = ''] = commandsOf('Try it');
    const [clone = '', start = '', ...more] = install.split('\n');
    expect(more).toEqual([]);
    const shell = terminal('try', { PORT: '0' });
    await shell.run(filledIn(clone, { '<address of this repository>': `'${root}'` }));
    shell.linkPackages();
    const { child, output } = shell.start(start);
    const port = await ready(output);
    // npm itself warns about settings of this machine
    expect(output().replaceAll(/^npm warn .*$/gm, '')).not.toMatch(/warn|deprecated/i);
    const [, host = '', userName = '', password = ''] =
      /open <http:\/\/([^:]+):8080> and sign in as `([^`]+)` with `([^`]+)`/.exec(readme) ?? [];
    // the accounts are printed after the address
    const account = /org\.admin@(\S+)\s/;
    await expect.poll(output, longWait).toMatch(account);
    const [, domain = ''] = account.exec(output()) ?? [];
    const { status } = await sendRequest({
      port,
      host,
      path: '/user-management/login',
      method: 'POST',
      body: { username: base64(userName), password: base64(password), domainName: base64(domain) },
    });
    expect(status).toBe(200);
    await stop(child);
    await expect(sendRequest({ port, host, path: '/health/live' })).rejects.toThrow(/ECONNREFUSED/);
  },
);

test(
  'the steps of "Run it for real" lead from an empty database to an administrator who is signed in',
  longTest,
  async () => {
    const commands = commandsOf('Run it for real');
    const [clone = '', configure = '', create = '', start = ''] = commands;
    expect(commands).toHaveLength(4);
    const database = await startPostgres({ dataDir: join(folder, 'another server'), fast: true });
    servers.push(database);
    await queryDatabase(database.ownerUrl, 'create database shop');
    const url = new URL(database.ownerUrl);
    url.pathname = '/shop';
    const mails = await startMailServer();
    servers.push({ stop: mails.close });
    const shell = terminal('real', { PORT: '0' });
    await shell.run(filledIn(clone, { '<address of this repository>': `'${root}'` }));
    shell.linkPackages();
    await shell.run(
      filledIn(configure, {
        'postgresql://storeward_owner:password@localhost:5432/storeward': url.href,
        'https://portal.example.com': 'http://localhost',
        'smtp://user:password@mail.example.com:587': mails.url,
      }),
    );
    const printed = await shell.run(filledIn(create, { '<name>': 'anna', '<address>': 'anna@shop.example' }));
    const link = new URL(/http:\/\/\S+\/resetPassword\/\S+/.exec(printed)![0]);
    const { output } = shell.start(start);
    const port = await ready(output);
    const password = 'A-quiet-lantern-77';
    const chosen = await sendRequest({
      port,
      host: link.hostname,
      path: `/user-management/reset-password/${link.pathname.split('/').at(-1)}`,
      method: 'PUT',
      body: { password, confirmPassword: password },
    });
    expect(chosen.status).toBe(200);
    expect((await signIn(port, link.hostname, 'anna', password)).status).toBe(200);
    expect(await queryDatabase(url.href, 'select user_name from users')).toEqual([{ user_name: 'anna' }]);
  },
);
