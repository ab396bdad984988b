import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { createClient, createNode, createOrganisation, createUser } from '../../api/test/builders.ts';
import { createRetailer, type Retailer, settingsUrl } from '../../api/test/retailer.ts';
import { startTestServer } from '../../api/test/server.ts';
import { createTerminal } from './command.ts';

type Nodes = Record<string, Record<string, Record<string, unknown>>>;
type File = {
  server: string;
  roles: Record<string, { rights: Record<string, string[]>; enabled: boolean; description: string }>;
  nodes: Record<string, Record<string, string>>;
  settings: Record<string, Record<string, Record<string, unknown>>>;
  lists: Record<string, Nodes>;
};

const server = await startTestServer();
const { folder, run } = createTerminal();
const path = join(folder, 'configuration.yaml');
const row = randomUUID();
let port: string;
let retailer: Retailer;

const login = (host: string, token: string) => run(['login', `http://${host}:${port}`], token);
const set = async (node: { id: string }, section: string, fields: object) => {
  const { status, text } = await retailer.admin.put(settingsUrl(node, section), { fields });
  if (status !== 200) throw new Error(text);
};
const read = (): File => parse(readFileSync(path, 'utf8')) as File;
const write = (change: (file: File) => void) => {
  const file = read();
  change(file);
  writeFileSync(path, stringify(file));
};

beforeAll(async () => {
  retailer = await createRetailer(server);
  port = new URL(await server.app.listen({ port: 0, host: '127.0.0.1' })).port;
  await server.query(`update nodes set code = upper(name), code_norm = lower(name) where org_id = $1`, [
    retailer.org.id,
  ]);
  await set(retailer.org, 'nodeConfig', { autoLogoutDuration: { value: '00:40:00', mode: 'tighten' } });
  await set(retailer.store, 'nodeConfig', { autoLogoutDuration: { value: '00:10:00' } });
  await set(retailer.org, 'integration', {
    provider: { value: 'others' },
    otherName: { value: 'Parcel service' },
    secret: { value: 'do-not-export-me' },
  });
  await set(retailer.region, 'stockTake', {
    splunkReports: {
      value: { rows: { [row]: { action: 'add', values: { buttonName: 'Sales', savedSearchName: 'sales' } } } },
    },
  });
  const role = {
    name: 'Stock taker',
    description: 'Counts',
    level: 'STORE',
    modules: [{ shortName: 'om', accessRights: [{ shortName: 'view_node' }] }],
  };
  await retailer.admin.post('/role-management/roles', role);
  await login(retailer.org.host, retailer.admin.token);
  await run(['export', '--output', path]);
});

describe('export', () => {
  test('names nodes by their codes, the topmost one by a dot, and rows by their ids', () => {
    const file = read();
    expect(file.nodes['LEEDS']).toMatchObject({ type: 'STORE', name: 'Leeds', parent: 'YORKSHIRE' });
    expect(file.nodes['NORTH']).toMatchObject({ parent: '.' });
    expect(file.settings['nodeConfig']).toEqual({
      '.': { autoLogoutDuration: '00:40:00', 'autoLogoutDuration.mode': 'tighten' },
      LEEDS: { autoLogoutDuration: '00:10:00' },
    });
    expect(file.lists['stockTake.splunkReports']).toMatchObject({
      YORKSHIRE: { [row]: { action: 'add', buttonName: 'Sales', savedSearchName: 'sales' } },
    });
    expect(file.roles['Stock taker']).toEqual({
      description: 'Counts',
      level: 'STORE',
      enabled: true,
      rights: { om: ['view_node'] },
    });
  });

  test('has no secrets and no ids of the installation', () => {
    const text = readFileSync(path, 'utf8');
    expect(text).toContain('Parcel service');
    expect(text).not.toContain('do-not-export-me');
    for (const id of [retailer.org.id, retailer.store.id, retailer.admin.user.roleId!]) expect(text).not.toContain(id);
  });

  test('an unchanged file makes no difference and no change', async () => {
    const changes = async () => server.query(`select id from audit where action not like '%.exported'`);
    const before = await changes();
    expect(await run(['diff', path])).toEqual({ code: 0, output: '', errors: '' });
    expect(await run(['apply', path])).toEqual({ code: 0, output: '', errors: '' });
    expect(await changes()).toEqual(before);
  });
});

describe('apply', () => {
  test('a dry run is checked by the server and changes nothing; then the same file is applied and no difference remains', async () => {
    write((file) => {
      file.settings['nodeConfig']!['LEEDS'] = { autoLogoutDuration: '00:15:00' };
      delete file.settings['integration'];
      file.lists['stockTake.splunkReports'] = {};
      file.nodes['YORK']!['name'] = 'York Coppergate';
      file.nodes['HULL'] = { type: 'STORE', name: 'Hull', parent: 'YORKSHIRE' };
      file.roles['Stock taker']!.rights['om'] = ['list_users', 'view_node'];
    });
    const diff = await run(['diff', path]);
    expect(diff.code).toBe(8);
    expect(diff.output.split('\n').filter((line) => !line.includes(row))).toEqual([
      '~ roles / Stock taker / rights: {"om":["view_node"]} → {"om":["list_users","view_node"]}',
      '~ nodes / YORK / name: York → York Coppergate',
      '+ nodes / HULL / type: STORE',
      '+ nodes / HULL / name: Hull',
      '+ nodes / HULL / parent: YORKSHIRE',
      '~ settings / nodeConfig / LEEDS / autoLogoutDuration: 00:10:00 → 00:15:00',
      '',
    ]);

    const dry = await run(['apply', '--dry-run', path]);
    expect([dry.code, dry.output]).toEqual([0, expect.stringMatching(/^2 rows: 1 new, 1 changes, 0 unchanged/m)]);
    expect((await run(['diff', path])).output).toBe(diff.output);

    const applied = await run(['apply', path]);
    expect([applied.code, applied.errors]).toEqual([0, '']);
    expect(applied.output).toMatch(/^role Stock taker: changed$/m);
    expect(await run(['diff', path])).toEqual({ code: 0, output: '', errors: '' });
    // what the file no longer has is inherited again, and a section that it does not have is left alone
    const { body } = await retailer.admin.get(settingsUrl(retailer.region, 'stockTake'));
    expect(body.result.fields.splunkReports.value).toEqual([]);
    const { result } = (await retailer.admin.get(settingsUrl(retailer.org, 'integration'))).body;
    expect([result.fields.otherName.value, result.fields.secret.isSet]).toEqual(['Parcel service', true]);
  });

  test('the changes of a file are runs that the audit names', async () => {
    const { body } = await retailer.admin.get('/audit?size=100');
    const files = new Set(body.result.map((entry: { run: { fileName: string } | null }) => entry.run?.fileName));
    expect([...files]).toEqual(expect.arrayContaining(['nodes.csv', 'settings-1.csv', 'stockTake.splunkReports.csv']));
  });

  test('a value that the server refuses is named with its row, and nothing of its file is changed', async () => {
    write((file) => {
      file.settings['nodeConfig']!['LEEDS'] = { autoLogoutDuration: '00:15:01' };
      file.settings['nodeConfig']!['YORK'] = { autoLogoutDuration: '09:00:00' };
    });
    const refused = await run(['apply', path]);
    expect([refused.code, refused.output]).toEqual([
      6,
      expect.stringMatching(/nodeConfig\.autoLogoutDuration +\w+\.\w+/),
    ]);
    expect((await run(['settings', 'get', 'LEEDS', 'nodeConfig'])).output).toContain('00:15:00');
  });

  test('a file that is none is refused with its reason', async () => {
    writeFileSync(join(folder, 'wrong.yaml'), 'storeward: 2');
    const { code, errors } = await run(['diff', 'wrong.yaml']);
    expect([code, errors]).toEqual([6, expect.stringContaining('no configuration: storeward')]);
  });
});

test('a file configures another organisation, whose nodes get ids of their own', async () => {
  await run(['login', `http://${retailer.org.host}:${port}`], retailer.admin.token);
  await run(['export', '--output', path]);
  write((file) => {
    // files belong to their server
    file.settings['theme'] = { '.': { logoURL: '/files/images/logo.png', fontSize: '15px' } };
    file.server = 'https://elsewhere.example.com';
  });
  const org = await createOrganisation(server, { slug: 'second', name: 'Second Retailer' });
  const admin = await createClient(server, await createUser(server, { node: org }));
  // the scope begins at a node that is in the tree
  await createNode(server, { parent: org, nodeType: 'COMPANY', name: 'Old', code: 'OLD' });
  await login(org.host, admin.token);

  const { code, output, errors } = await run(['apply', path]);
  expect([code, errors]).toEqual([0, '']);
  expect(output).toContain('left out: + settings / theme / . / logoURL: /files/images/logo.png\n');
  expect(output).toContain('left out: - nodes / OLD / type: COMPANY\n');
  expect((await run(['nodes', 'tree'])).output.replaceAll(/ \(.*\)/g, '')).toBe(
    'Second Retailer\n  North\n    Yorkshire\n      Hull\n      Leeds\n      York Coppergate\n  Old\n',
  );
  expect((await run(['settings', 'get', 'LEEDS', 'nodeConfig'])).output).toContain('"00:15:00"  Leeds');
});
