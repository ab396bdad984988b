import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Postgres, runningPostgres, startPostgres } from '../src/platform/database/server/postgres.ts';
import { base64 } from './builders.ts';
import { queryDatabase, sendRequest, startProduct, stopAllProducts } from './product.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'storeward admin '));
let server: Postgres;
let databases = 0;

beforeAll(async () => {
  server = await startPostgres({ dataDir: join(folder, 'another server'), fast: true });
});
afterEach(stopAllProducts);
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

type Settings = Record<string, string>;

/** The settings of an installation with a new database on another server. */
async function externalSettings(): Promise<Settings> {
  const name = `admin_${(databases += 1)}`;
  await queryDatabase(server.ownerUrl, `create database ${name}`);
  const url = new URL(server.ownerUrl);
  url.pathname = `/${name}`;
  return { SECRET_KEY: 'ab'.repeat(32), DATA_DIR: join(folder, name), DATABASE_URL: url.href };
}

/** Runs `npm run admin -- …` with these environment variables only. */
const admin = (settings: Settings, ...args: string[]) => run(settings, 'api/src/cli/admin.ts', ...args);

async function run(settings: Settings, ...args: string[]): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { PATH: process.env['PATH'], HASH_MEMORY_KIB: '8', HASH_PASSES: '1', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (part) => (output += part));
  const [code] = (await once(child, 'close')) as [number];
  return { code, output };
}

/** The files below a folder. */
const filesIn = (path: string): string[] =>
  existsSync(path)
    ? readdirSync(path, { recursive: true, withFileTypes: true }).flatMap((entry) =>
        entry.isFile() ? [entry.name] : [],
      )
    : [];

const create = ['create', '--username', 'anna', '--email', 'anna@shop.example'];
const linkIn = (output: string) => new URL(/https?:\/\/\S+\/resetPassword\/\S+/.exec(output)![0]);

/** Chooses a password by a printed link and signs in with it; returns the status of the sign-in. */
async function signInByLink(port: number, { hostname: host, pathname }: URL, userName: string, domain = host) {
  const password = 'A-quiet-lantern-77';
  const response = await sendRequest({
    port,
    host,
    path: `/user-management/reset-password/${pathname.split('/').at(-1)}`,
    method: 'PUT',
    body: { password, confirmPassword: password },
  });
  const signIn = await sendRequest({
    port,
    host,
    path: '/user-management/login',
    method: 'POST',
    body: { username: base64(userName), password: base64(password), domainName: base64(domain) },
  });
  return [response.status, signIn.status];
}

describe('npm run admin -- create', () => {
  test('makes the first administrator of an empty external database, whose link works once and for an hour', async () => {
    const settings = await externalSettings();
    const { code, output } = await admin(settings, ...create);
    expect([code, output]).toEqual([
      0,
      expect.stringContaining('anna is now an administrator of the whole installation.'),
    ]);
    const again = await admin(settings, ...create);
    expect(again.output).toContain('anna is already an administrator of the whole installation.');
    const port = await startProduct(settings).ready;
    expect(await signInByLink(port, linkIn(output), 'anna')).toEqual([400, 400]); // replaced by the second one
    expect(await signInByLink(port, linkIn(again.output), 'anna')).toEqual([200, 200]);
    expect(await signInByLink(port, linkIn(again.output), 'anna')).toEqual([400, 200]);
    const rows = (sql: string) => queryDatabase(settings['DATABASE_URL']!, sql);
    expect(
      await rows(
        `select action, reason, actor_id is null as operator from audit where entity = 'user' and reason like 'npm%' order by id`,
      ),
    ).toEqual(
      ['user.created', 'user.invited', 'user.invited'].map((action) => ({
        action,
        reason: 'npm run admin -- create',
        operator: true,
      })),
    );
    expect(
      await rows(`select distinct expires_date - created_date = interval '1 hour' as hour from reset_tokens`),
    ).toEqual([{ hour: true }]);
    const refused = await admin(settings, ...create);
    expect([refused.code, refused.output.trim()]).toEqual([
      1,
      'The installation has a user anna already. Choose another --username.',
    ]);
  });

  test('works while the portal runs on its own database, as npm run verify does, and when it does not', async () => {
    const settings = { DATA_DIR: join(folder, 'embedded'), DEMO_DATA: 'off' };
    const product = startProduct(settings);
    const port = await product.ready;
    const { output } = await admin(settings, ...create);
    expect(await signInByLink(port, linkIn(output), 'anna')).toEqual([200, 200]);
    const verified = await run(settings, 'api/src/cli/verify.ts');
    expect(verified).toEqual({ code: 0, output: expect.stringContaining('All chains are valid.') });
    await stopAllProducts();
    const second = await admin(settings, 'create', '--username', 'ben', '--email', 'ben@shop.example');
    expect(second.output).toContain('ben is now an administrator');
    expect(await signInByLink(await startProduct(settings).ready, linkIn(second.output), 'ben')).toEqual([200, 200]);
  });

  test('refuses invalid values, unknown organisations and a connection that is not the owner’s', async () => {
    const settings = await externalSettings();
    const errorOf = async (...args: string[]) => {
      const { code, output } = await admin(settings, ...args);
      expect(code).toBe(1);
      expect(output).not.toMatch(/^\s+at /m);
      return output.trim();
    };
    expect(await errorOf('create', '--username', 'anna')).toMatch(/^--username and --email are needed\.\n\nUsage:/);
    expect(await errorOf('destroy')).toMatch(/^Usage:/);
    expect(await errorOf('create', '--username', 'an na', '--email', 'anna')).toMatch(
      /^The administrator cannot be made:\n {2}--username: .+\n {2}--email: .+$/,
    );
    expect(await errorOf(...create, '--organisation', 'KESTREL')).toMatch(
      /There is no organisation KESTREL, since there is none at all/,
    );
    const database = new URL(settings['DATABASE_URL']!);
    database.username = `storeward_${database.pathname.slice(1)}_app`;
    settings['DATABASE_URL'] = database.href;
    expect(await errorOf(...create)).toMatch(/^DATABASE_URL must name the owner of the database, .*_app is not\./);
  });
});

describe('with demo data', () => {
  let settings: Settings;
  const rows = (sql: string) => queryDatabase<Record<string, unknown>>(settings['DATABASE_URL']!, sql);
  beforeAll(async () => {
    settings = { ...(await externalSettings()), DEMO_DATA: 'on' };
    await startProduct(settings).ready;
    await stopAllProducts();
  });

  test('an administrator of one organisation gets in at its portal', async () => {
    const { output } = await admin(settings, ...create, '--organisation', 'kestrel');
    expect(output).toContain('anna is now an administrator of Kestrel Sports.');
    expect(linkIn(output).hostname).toBe('kestrel.localhost');
    const port = await startProduct(settings).ready;
    expect(await signInByLink(port, linkIn(output), 'anna', 'kestrelsports.com')).toEqual([200, 200]);
    const unknown = await admin(settings, ...create, '--organisation', 'kestrels');
    expect(unknown.output).toMatch(
      /There is no organisation kestrels\. There are:\n {2}BRAMBLE {2}Bramble Toys\n {2}KESTREL/,
    );
  });

  test('its removal leaves the administrator that an operator made, and nothing of the demo', async () => {
    await admin(settings, 'create', '--username', 'clara', '--email', 'clara@shop.example');
    const { code, output } = await admin(settings, 'demo', 'remove');
    expect([code, output]).toEqual([
      0,
      expect.stringContaining('Removed the demo data: Bramble Toys, Kestrel Sports, global.admin.'),
    ]);
    expect(await rows('select user_name from users')).toEqual([{ user_name: 'clara' }]);
    expect(await rows('select code from organisations')).toEqual([{ code: 'GLOBAL' }]);
    expect(await rows('select code from nodes')).toEqual([{ code: 'GLOBAL' }]);
    for (const table of ['demo_data', 'portal_hosts', 'domains', 'setting_values', 'mails', 'uploads'])
      expect([table, await rows(`select from ${table}`)]).toEqual([table, []]);
    expect(await rows(`select count(*)::int from audit where action = 'demo.deleted'`)).toEqual([{ count: 1 }]);
    const open = await rows(`select relname from pg_class where relrowsecurity and not relforcerowsecurity`);
    expect(open).toEqual([]);
    expect((await admin(settings, 'demo', 'remove')).output).toContain('This installation holds no demo data.');
    await startProduct({ ...settings, DEMO_DATA: 'off' }).ready;
    await expect.poll(() => rows('select from audit_chain_queue')).toEqual([]);
    const verified = await run(settings, 'api/src/cli/verify.ts');
    expect(verified).toEqual({ code: 0, output: expect.stringContaining('All chains are valid.') });
  });

  test('its removal from an installation that nobody else uses leaves it empty, without files and mails', async () => {
    const own = { DATA_DIR: join(folder, 'demo'), DEMO_DATA: 'on' };
    const port = await startProduct(own).ready;
    const body = { emailId: 'org.admin@kestrelsports.com', domainName: 'kestrelsports.com' };
    const site = { port, host: 'kestrel.localhost' };
    const begun = await sendRequest({ ...site, path: '/user-management/validate-email-id', method: 'POST', body });
    const flow = (JSON.parse(begun.text) as { result: { userId: string } }).result.userId;
    const sent = await sendRequest({ ...site, path: `/user-management/send-email/${flow}`, method: 'PUT', body: {} });
    expect(sent.status).toBe(200);
    // what a removed chain leaves behind is its last signed position, which the worker writes
    const url = runningPostgres(own.DATA_DIR)!;
    await expect
      .poll(() => queryDatabase(url, 'select from audit_heads() where position is not null limit 1'))
      .toHaveLength(1);
    const [demo] = await queryDatabase<{ orgId: string }>(url, 'select org_id as "orgId" from demo_data limit 1');
    const images = join(own.DATA_DIR, 'files', demo!.orgId);
    mkdirSync(images, { recursive: true });
    writeFileSync(join(images, 'logo.webp'), 'an image');
    const stored = () => ['files', 'outbox', 'uploads'].map((name) => filesIn(join(own.DATA_DIR, name)).length);
    await expect.poll(stored).toEqual([1, 1, 0]);
    const { output } = await admin(own, 'demo', 'remove');
    expect(output).toContain('The installation is empty now');
    expect(stored()).toEqual([0, 0, 0]);
    const tables = await queryDatabase<{ name: string }>(
      url,
      `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
    );
    const filled: string[] = [];
    for (const { name } of tables) {
      const [row] = await queryDatabase<{ count: number }>(url, `select count(*)::int as count from ${name}`);
      if (row!.count > 0) filled.push(name);
    }
    // what the product itself needs, the signed proof that the chains were removed, and hashed counts of the last day
    expect(filled.sort()).toEqual(['audit_gaps', 'clock_offset', 'migrations', 'rate_limits', 'release']);
    await stopAllProducts();
    const empty = startProduct({ ...own, DEMO_DATA: 'off' });
    await empty.ready;
    await expect.poll(() => empty.output()).toContain('This installation is empty');
  });
});
