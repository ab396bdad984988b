import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { apiKeysUrl, createApiKey } from '../../api/test/api-keys.ts';
import { base64, createNode, createRole, createUser, password } from '../../api/test/builders.ts';
import { createRetailer, type Retailer } from '../../api/test/retailer.ts';
import { startTestServer } from '../../api/test/server.ts';
import { createTerminal } from './command.ts';

const server = await startTestServer();
const { folder, run, start } = createTerminal();
let retailer: Retailer;
let url: string;

beforeAll(async () => {
  retailer = await createRetailer(server);
  await createNode(server, { parent: retailer.region, nodeType: 'STORE', name: 'Hull', code: 'HULL' });
  await createRole(server, {
    organisation: retailer.org,
    name: 'Clerk',
    name_norm: 'clerk',
    level: 'STORE',
    rights: [],
  });
  const { port } = new URL(await server.app.listen({ port: 0, host: '127.0.0.1' }));
  url = `http://${retailer.org.host}:${port}`;
  await run(['login', url], retailer.admin.token);
});

/** Runs a command that has to succeed, and returns its JSON. */
async function json<T>(...args: string[]): Promise<T> {
  const { code, output, errors } = await run([...args, '--json']);
  expect([code, errors]).toEqual([0, '']);
  return JSON.parse(output) as T;
}

describe('login', () => {
  const path = join(folder, 'storeward/profiles.json');

  test('stores the key of the input in a file that only its owner may read', async () => {
    expect(await run(['login', `${url}/`], `${retailer.admin.token}\n`)).toEqual({
      code: 0,
      output: `Signed in to ${url}.\n`,
      errors: '',
    });
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ current: url, keys: { [url]: retailer.admin.token } });
  });

  test('does not store a key that is not accepted, and takes none as an argument', async () => {
    const before = readFileSync(path, 'utf8');
    expect(await run(['login', url], 'swd_wrong')).toMatchObject({
      code: 3,
      errors: expect.stringContaining('apiKey.malformed'),
    });
    expect((await run(['login', url, retailer.admin.token])).code).toBe(2);
    expect((await run(['login', url], '')).code).toBe(3);
    expect(readFileSync(path, 'utf8')).toBe(before);
  });

  test('a file of keys that others may read is refused', async () => {
    chmodSync(path, 0o644);
    expect(await run(['users', 'list'])).toMatchObject({ code: 3, errors: expect.stringContaining('chmod 600') });
    chmodSync(path, 0o600);
  });

  test('the environment takes the place of a profile', async () => {
    const other = createTerminal({ STOREWARD_URL: url });
    expect((await other.run(['users', 'list'])).code).toBe(3);
    expect((await other.run(['users', 'list'], '', { STOREWARD_KEY: retailer.admin.token })).code).toBe(0);
  });

  test('a key of the environment is not sent to the server of a profile', async () => {
    expect((await run(['users', 'list'], '', { STOREWARD_KEY: 'swd_of_another_server' })).code).toBe(0);
  });

  test('a key is sent over plain http to this machine only', async () => {
    const { code, errors } = await run(['login', 'http://portal.example.com'], 'swd_key');
    expect([code, errors]).toEqual([1, expect.stringContaining('https://')]);
  });

  test('logout removes the key', async () => {
    const other = createTerminal();
    await other.run(['login', url], retailer.admin.token);
    expect((await other.run(['logout', url])).code).toBe(0);
    expect((await other.run(['users', 'list'])).code).toBe(3);
  });
});

test('every command works with an API key of the portal, until it is revoked', async () => {
  const { admin, org } = retailer;
  const { apiKey, secret } = await createApiKey(admin, { nodeId: org.id, roleId: admin.user.roleId! });
  const other = createTerminal({ STOREWARD_URL: url, STOREWARD_KEY: secret });
  const path = join(folder, 'key.yaml');
  const rows = join(folder, 'key.csv');
  writeFileSync(rows, 'type,parentCode,code,name\nSTORE,HULL,S-9,Selby\n');
  const commands = [
    ['users', 'list'],
    ['nodes', 'list', '--type', 'store'],
    ['nodes', 'get', 'HULL'],
    ['nodes', 'tree'],
    ['settings', 'set', 'HULL', 'nodeConfig', 'autoLogoutDuration=00:25:00'],
    ['settings', 'get', 'HULL', 'nodeConfig'],
    ['settings', 'set', 'HULL', 'nodeConfig', '--inherit', 'autoLogoutDuration'],
    ['audit', '--limit', '3'],
    ['export', '--output', path],
    ['diff', path],
    ['apply', '--dry-run', path],
  ];
  for (const command of commands) expect([command, await other.run(command)]).toMatchObject([command, { code: 0 }]);
  // checked with the rights of the key: a store is not above a store
  expect((await other.run(['import', '--dry-run', '--kind', 'nodes', rows])).output).toContain('1 with errors');
  const { output } = await other.run(['audit', '--limit', '3', '--json']);
  expect(JSON.stringify(JSON.parse(output))).toContain(apiKey.name);
  await admin.delete(`${apiKeysUrl}/${apiKey.id}`, { version: apiKey.version });
  expect(await other.run(['users', 'list'])).toMatchObject({
    code: 3,
    errors: expect.stringContaining('apiKey.revoked'),
  });
});

describe('users', () => {
  test('are created at a node by its code with a role by its name, listed, shown, disabled and enabled', async () => {
    const names = ['--user-name', 'priya', '--first-name', 'Priya', '--last-name', 'Shah'];
    const created = await json<{ id: string; path: { name: string }[] }>(
      'users',
      'create',
      ...names,
      '--email',
      'priya@mail.example',
      '--role',
      'Clerk',
      '--node',
      'hull',
    );
    expect(created.path.at(-1)).toMatchObject({ name: 'Hull' });

    const { output } = await run(['users', 'list', '--node', 'HULL']);
    expect(output).toBe(
      'USER NAME  NAME        E-MAIL              ROLE   NODE  ENABLED\npriya      Priya Shah  priya@mail.example  Clerk  Hull  yes\n',
    );
    expect((await run(['users', 'disable', 'priya'])).output).toBe('priya is disabled.\n');
    expect(await json('users', 'get', created.id)).toMatchObject({ userName: 'priya', status: false });
    expect(await json('users', 'enable', 'PRIYA')).toMatchObject({ status: true });
  });

  test('a name cannot send control characters to the terminal', async () => {
    await createUser(server, { node: retailer.other, userName: 'bell', firstName: '\u001b[2J', rights: null });
    const { output } = await run(['users', 'list', '--search', 'bell']);
    expect(output).toContain('[2J');
    expect(output).not.toContain('\u001b');
  });
});

describe('exit codes', () => {
  test.each([
    ['an unknown command', ['frobnicate'], 2],
    ['a missing option', ['users', 'create'], 2],
    ['an unknown user', ['users', 'get', 'nobody'], 5],
    ['an unknown section', ['settings', 'get', 'HULL', 'nonsense'], 5],
    ['a secret as an argument', ['settings', 'set', 'HULL', 'salesforce', 'clientSecret=hidden'], 2],
    ['input that is refused', ['settings', 'set', 'HULL', 'nodeConfig', 'autoLogoutDuration=never'], 6],
    ['a server that does not answer', ['users', 'list', '--server', 'http://localhost:9'], 3],
    ['help', ['users', '--help'], 0],
  ])('%s', async (_, args, code) => {
    expect((await run(args)).code).toBe(code);
  });

  test('a role that does not allow it', async () => {
    const clerk = await createUser(server, { node: retailer.store, rights: [] });
    const { body } = await server.request({
      method: 'POST',
      url: '/user-management/login',
      host: clerk.host,
      body: {
        username: base64(clerk.userName),
        password: base64(password),
        domainName: base64(clerk.host),
      },
    });
    const settings = { STOREWARD_URL: url, STOREWARD_KEY: body.result.accessToken as string };
    expect((await run(['users', 'list'], '', settings)).code).toBe(4);
  });

  test('a server that is not there', async () => {
    const settings = { STOREWARD_URL: 'http://localhost:9', STOREWARD_KEY: 'swd_key' };
    expect(await run(['users', 'list'], '', settings)).toMatchObject({
      code: 7,
      errors: expect.stringContaining('network'),
    });
  });
});

test('nodes are listed by type, shown, and printed as a tree', async () => {
  const list = await json<{ name: string }[]>('nodes', 'list', '--type', 'store');
  expect(list.map(({ name }) => name).toSorted()).toEqual(['Hull', 'Leeds', 'York']);
  expect(await json('nodes', 'get', 'HULL')).toMatchObject({ name: 'Hull', nodeType: 'STORE' });
  const { output } = await run(['nodes', 'tree']);
  expect(output.replaceAll(/ \(.*\)/g, '')).toBe(
    `${retailer.org.name}\n  North\n    Yorkshire\n      Hull\n      Leeds\n      York\n`,
  );
});

test('settings are set, explained, and inherited again', async () => {
  await run(['settings', 'set', 'HULL', 'nodeConfig', 'autoLogoutDuration=00:15:00', '--reason', 'busy store']);
  expect((await run(['settings', 'get', 'HULL', 'nodeConfig'])).output).toBe(
    'FIELD               VALUE       FROM  MODE\nautoLogoutDuration  "00:15:00"  Hull  free\n',
  );
  const { output } = await run(['settings', 'set', 'HULL', 'nodeConfig', '--inherit', 'autoLogoutDuration']);
  expect(output).toBe('FIELD               VALUE  FROM     MODE\nautoLogoutDuration         default\n');
});

test('a secret setting is read from the input', async () => {
  const { output } = await run(['settings', 'set', 'HULL', 'salesforce', '--secret', 'clientSecret'], 'hidden\n');
  expect(output).toMatch(/^clientSecret +\(secret\) +Hull/m);
});

describe('import', () => {
  const file = (name: string, rows: readonly string[]) => {
    const path = join(folder, name);
    writeFileSync(path, `type,parentCode,code,name\n${rows.join('\n')}\n`);
    return path;
  };
  const parent = () => 'NORTH-9';
  beforeAll(() => createNode(server, { parent: retailer.company, nodeType: 'TRADING_REGION', code: 'NORTH-9' }));

  test('a dry run checks the file and changes nothing', async () => {
    const path = file('stores.csv', [`STORE,${parent()},S-1,Selby`, `STORE,${parent()},S-2,Settle`]);
    const { code, output } = await run(['import', '--dry-run', '--kind', 'nodes', path]);
    expect([code, output]).toEqual([0, '2 rows: 2 new, 0 changes, 0 unchanged, 0 with errors\n']);
    expect((await run(['nodes', 'get', 'S-1'])).code).toBe(5);
  });

  test('rows with errors are named, and nothing is imported unless asked', async () => {
    const path = file('mixed.csv', [`STORE,${parent()},M-1,Malton`, 'STORE,NOWHERE,M-2,Morley']);
    const { code, output } = await run(['import', '--kind', 'nodes', path]);
    expect([code, output]).toEqual([8, expect.stringMatching(/^3 +parentCode +import\./m)]);
    expect((await run(['nodes', 'get', 'M-1'])).code).toBe(5);
    expect((await run(['import', '--kind', 'nodes', '--valid-rows', path])).code).toBe(8);
    expect((await run(['nodes', 'get', 'M-1'])).code).toBe(0);
  });

  test('a file without errors is imported', async () => {
    const path = file('good.csv', [`STORE,${parent()},G-1,Goole`]);
    const { code, output } = await run(['import', '--kind', 'nodes', path]);
    expect([code, output]).toEqual([0, '1 rows: 1 created, 0 updated, 0 unchanged, 0 with errors\n']);
  });

  test('a file that cannot be read is named', async () => {
    expect(await run(['import', 'missing.csv'])).toMatchObject({
      code: 2,
      errors: expect.stringContaining('missing.csv'),
    });
  });
});

describe('audit', () => {
  test('shows the newest entries last', async () => {
    await run(['users', 'create', '--help']);
    const entries = await json<{ action: string; at: string }[]>('audit', '--limit', '3');
    expect(entries).toHaveLength(3);
    expect(entries.map(({ at }) => at)).toEqual(entries.map(({ at }) => at).toSorted());
  });

  test('follows new entries until it is interrupted', async () => {
    const child = start(['audit', '--follow', '--interval', '1', '--limit', '1', '--json']);
    const lines: { action: string; entityName: string }[] = [];
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      for (const line of part.trim().split('\n')) lines.push(JSON.parse(line) as (typeof lines)[number]);
    });
    await expect.poll(() => lines.length).toBe(1);
    await run(['settings', 'set', 'HULL', 'nodeConfig', 'autoLogoutDuration=00:12:00']);
    await expect.poll(() => lines.at(-1)?.action).toMatch(/^setting\./);
    child.kill('SIGINT');
    await once(child, 'close');
  });
});

test('the completion of bash knows commands, options and values', async () => {
  const { output: script } = await run(['completion', 'bash']);
  const complete = (...words: string[]) =>
    execFileSync(
      'bash',
      [
        '-c',
        `${script}\nCOMP_WORDS=(storeward "$@"); COMP_CWORD=$#; _storeward; echo "\${COMPREPLY[@]}"`,
        'bash',
        ...words,
      ],
      { encoding: 'utf8' },
    ).trim();
  expect(complete('us')).toBe('users');
  expect(complete('users', '')).toBe('list get create disable enable --help');
  expect(complete('--json', 'users', 'create', '--fi')).toBe('--first-name');
  expect(complete('completion', 'z')).toBe('zsh');
  expect((await run(['completion', 'zsh'])).output).toContain('bashcompinit');
});
