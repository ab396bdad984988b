import { byteOrderMark, csvLine } from '@storeward/contract/csv';
import { userExportColumns, type UserExportRow } from '@storeward/contract/user-export';
import { beforeAll, expect, test } from 'vitest';
import { aNode, anOrganisation, aRole, aUser, type Caller, type Place, signedIn } from '../../test/builders.ts';
import { toldLive } from '../../test/answer.ts';
import { codeOf } from '../../test/retailer.ts';
import { aServer } from '../../test/server.ts';

const house = await aServer();
// the engine works while the server listens
await house.server.listen({ host: '127.0.0.1', port: 0 });

let store: Place;
let admin: Caller;
let clerks: string;

beforeAll(async () => {
  const org = await anOrganisation(house);
  const company = await aNode(house, { parent: org, nodeType: 'COMPANY' });
  store = await aNode(house, { parent: company, nodeType: 'STORE', code: 'LEEDS' });
  clerks = await aRole(house, { of: org, rights: ['om_dashboard'], name: 'Clerk', name_norm: 'clerk', level: 'STORE' });
  admin = await signedIn(house, await aUser(house, { at: org }));
  for (let at = 0; at < 23; at += 1)
    await aUser(house, {
      at: store,
      roleId: clerks,
      userName: `exported.${at}`,
      firstName: at === 3 ? '=HYPERLINK("x")' : 'Export',
      lastName: `Nr ${String(at).padStart(2, '0')}`,
      phone_number: '+44 113 496 0127',
      country: 'GB',
      status: at % 5 !== 0,
    });
});

async function exported(who: Caller, query: Record<string, string>): Promise<UserExportRow[]> {
  const rows: UserExportRow[] = [];
  let cursor: string | undefined;
  do {
    const asked = new URLSearchParams({ ...query, ...(cursor ? { cursor } : {}) });
    const { body } = await who.get(`/user-management/user-export?${asked}`);
    rows.push(...body.result);
    cursor = body.next;
  } while (cursor !== undefined);
  return rows;
}

test('everybody whom the list shows is handed out once, page after page, in the columns of an import', async () => {
  const rows = await exported(admin, { search: 'exported', size: '10' });
  expect(rows.map(({ userName }) => userName).sort()).toEqual(
    Array.from({ length: 23 }, (_, at) => `exported.${at}`).sort(),
  );
  expect(rows.find(({ userName }) => userName === 'exported.5')).toEqual({
    userName: 'exported.5',
    firstName: 'Export',
    lastName: 'Nr 05',
    emailId: 'exported.5@mail.example',
    phoneNumber: '+44 113 496 0127',
    roleName: 'Clerk',
    nodeCode: 'LEEDS',
    language: 'en',
    timeZone: 'Europe/London',
    country: 'GB',
    status: 'disabled',
  });
  expect(await exported(admin, { search: 'exported', status: 'disabled', level: 'STORE', role: clerks })).toHaveLength(
    5,
  );
});

test('how many they are is counted once, when the first page is taken', async () => {
  const page = async (more: string) =>
    (await admin.get(`/user-management/user-export?search=countable&size=1${more}`)).body;
  for (const userName of ['countable.one', 'countable.two']) await aUser(house, { at: store, userName });
  const first = await page('');
  await aUser(house, { at: store, userName: 'countable.three' });
  const second = await page(`&cursor=${first.next}`);
  const third = await page(`&cursor=${second.next}`);
  expect([first.total, second.total, third.total, third.next]).toEqual([2, 2, 2, undefined]);
  expect((await page('')).total).toBe(3);
});

test('nobody outside the own area is among them', async () => {
  const next = await aNode(house, { parent: store.parent!, nodeType: 'STORE' });
  const neighbour = await signedIn(house, await aUser(house, { at: next, rights: ['list_users', 'view_user'] }));
  expect(await exported(neighbour, { search: 'exported' })).toEqual([]);
  expect(codeOf(await neighbour.get(`/user-management/user-export?node=${store.id}`))).toEqual([404, 'node.unknown']);
});

test.for([{ size: '1001' }, { sort: 'passwordHash:asc' }, { status: 'asleep' }, { cursor: 'none' }] as Record<
  string,
  string
>[])('what is not offered is refused: %o', async (query) => {
  const { status } = await admin.get(`/user-management/user-export?${new URLSearchParams(query)}`);
  expect(status).toBe(400);
});

test('the file is taken by an import, which finds nothing to change', async () => {
  const rows = await exported(admin, { search: 'exported' });
  const file =
    byteOrderMark +
    csvLine([...userExportColumns]) +
    rows.map((row) => csvLine(userExportColumns.map((column) => row[column]))).join('');
  expect(file).not.toMatch(/(^|,)"?=/m);
  const { body } = await house.ask({
    method: 'POST',
    url: '/user-management/users/import?fileName=Users.csv',
    host: admin.host,
    token: admin.token,
    body: Buffer.from(file),
    headers: { 'content-type': 'text/csv' },
  });
  const { text } = await admin.get(`/user-management/users/import/${body.result.id}`, { accept: 'text/event-stream' });
  expect((toldLive(text).at(-1) as { result: object }).result).toMatchObject({
    state: 'ready',
    rowCount: 23,
    unchanged: 23,
    created: 0,
    updated: 0,
    wrong: 0,
  });
});
