import { normalised } from '@storeward/contract/fields';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openDatabase } from '../src/platform/database/db.ts';
import { fillSearchTexts, searchTextWorker } from '../src/platform/search-texts.ts';
import {
  type ApiClient,
  createClient,
  createNode,
  createOrganisation,
  createRole,
  createUser,
  platformNode,
} from './builders.ts';
import { createDevice } from './devices.ts';
import { createImportRun } from './imports.ts';
import { startTestServer } from './server.ts';

const server = await startTestServer();
const name = "St. Zoë’s O'Brien-Müller";
/** Wrong order, no punctuation, other spellings, and as stored. */
const searches = [
  'zoes st',
  'obrien',
  'mueller st',
  "müller o'brien",
  'ST ZOES OBRIEN MULLER',
  name,
  'ｓｔ． ｚｏｅｓ',
];
/** What a text of the earlier release is found by. */
const earlierSearches = ["o'brien st.", 'St.', 'brien-m'];

/** The tables with a search text, with the text that the earlier release stores or, where it stored none, nothing. */
const earlierTexts = {
  nodes: "lower(name || ' ' || code)",
  users: "lower(first_name || ' ' || last_name || ' ' || email_id || ' ' || user_name)",
  roles: "''",
  devices: "''",
  import_runs: "''",
};
const unfilled = Object.keys(earlierTexts).map(
  (table) => `(select count(*)::int from ${table} where left(search_text, 1) <> ' ')`,
);
const countUnfilled = async () =>
  (await server.query<{ count: number }>(`select ${unfilled.join(' + ')} as count`))[0]!.count;

/** The lists with a search; each has one row with the name. */
const lists = {
  users: '/user-management/users?',
  'the search for nodes': '/node-management/node/search?types=STORE&',
  'the children of a node': '/node-management/node/{region}/children?',
  'the choices of a node': '/common/companies?nodeType=STORE&',
  'the values of a section by node': '/node-management/node/{company}/settings/theme/places?',
  roles: '/role-management/roles?',
  'the choices of a role': '/role-management/roles/choices?givableAt=ORGANIZATION&',
  devices: '/module-management/device?nodeId={store}&',
  imports: '/node-management/imports?',
  organisations: '/node-management/organization?',
  audit: '/audit?action=node&',
};

const client: { [list: string]: ApiClient } = {};
const ids: Record<string, string> = {};
const database = openDatabase({ connectionString: server.appUrl });
afterAll(() => database.close());

/** Fills all search texts as the server does in the background. */
async function fillAll(): Promise<void> {
  while ((await database.transaction((db) => fillSearchTexts(db, 500))) > 0);
}

beforeAll(async () => {
  const org = await createOrganisation(server, { slug: 'searched', name: `${name} org` });
  const company = await createNode(server, { parent: org, nodeType: 'COMPANY' });
  const region = await createNode(server, { parent: company, nodeType: 'TRADING_REGION' });
  const store = await createNode(server, { parent: region, nodeType: 'STORE', name });
  const holder = await createUser(server, { node: org, firstName: 'Holder' });
  const admin = await createClient(server, holder);
  const globalAdmin = await createClient(server, await createUser(server, { node: platformNode }));
  await createUser(server, { node: store, firstName: name, lastName: 'Person' });
  await createRole(server, {
    organisation: org,
    level: 'ORGANIZATION',
    name,
    name_norm: normalised(name),
    search_text: '',
  });
  const device = await createDevice(server, { ...holder, node: store });
  await server.query('update devices set name = $2, name_norm = $3 where id = $1', [device.id, name, normalised(name)]);
  const { id } = await createImportRun(server, holder, 'ready');
  await server.query('update import_runs set file_name = $2 where id = $1', [id, `${name}.csv`]);
  await admin.put(`/node-management/node/${store.id}/status`, { status: false });
  await admin.put(`/node-management/node/${store.id}/status`, { status: true });
  ids['company'] = company.id;
  ids['region'] = region.id;
  ids['store'] = store.id;
  Object.assign(client, { admin, globalAdmin });
});

/** How many rows a list has for a search. */
async function countFound(list: keyof typeof lists, search: string): Promise<number> {
  const url = lists[list].replace(/\{(\w+)\}/g, (_, key: string) => ids[key]!);
  const { status, body } = await client[list === 'organisations' ? 'globalAdmin' : 'admin']!.get(
    `${url}search=${encodeURIComponent(search)}`,
  );
  expect(status).toBe(200);
  return (body.result as unknown[]).length;
}

describe('every list with a search', () => {
  const names = Object.keys(lists) as (keyof typeof lists)[];

  test.each(names)('finds words in any order, without punctuation and in other spellings: %s', async (list) => {
    await fillAll();
    const expected = list === 'audit' ? 2 : 1;
    for (const search of searches) expect([search, await countFound(list, search)]).toEqual([search, expected]);
    expect(await countFound(list, `${name} nowhere`)).toBe(0);
  });

  test.each(names)('finds what an earlier release has stored, before and after it is filled anew: %s', async (list) => {
    for (const [table, text] of Object.entries(earlierTexts))
      await server.query(`update ${table} set search_text = ${text}`);
    const expected = list === 'audit' ? 2 : 1;
    for (const search of earlierSearches) expect([search, await countFound(list, search)]).toEqual([search, expected]);
    await fillAll();
    for (const search of earlierSearches) expect([search, await countFound(list, search)]).toEqual([search, expected]);
  });
});

describe('search texts of an earlier release', () => {
  const forget = () =>
    Promise.all(
      Object.entries(earlierTexts).map(([table, text]) => server.query(`update ${table} set search_text = ${text}`)),
    );

  test('are filled by two processes at once, each row by one of them, while a row that is being saved is left for later', async () => {
    await forget();
    const before = await countUnfilled();
    const filled: number[] = [];
    await database.transaction(async (saving) => {
      await saving.run(sql`select from claim_search_texts(1)`);
      await Promise.all(
        [1, 2].map(async () => {
          for (let count = 1; count > 0;)
            filled.push((count = await database.transaction((db) => fillSearchTexts(db, 2))));
        }),
      );
    });
    expect(await countUnfilled()).toBe(1);
    expect(filled.reduce((sum, count) => sum + count, 0)).toBe(before - 1);
    await fillAll();
    expect(await countUnfilled()).toBe(0);
  });

  test('are filled without a change of the version or the time of a record', async () => {
    await forget();
    const read = () => server.query('select id, version, updated_date from users order by id');
    const before = await read();
    await fillAll();
    expect(await read()).toEqual(before);
  });

  test('are filled by the server, which reports how many are left', async () => {
    await forget();
    const worker = searchTextWorker({ database, info: (...entry) => void reports.push(entry), warn: () => undefined });
    const reports: unknown[] = [];
    const before = await countUnfilled();
    worker.start();
    await vi.waitFor(() => expect(reports).toEqual([[{ filled: before, left: 0 }, 'all search texts are filled']]));
    await worker.stop();
  });
});
