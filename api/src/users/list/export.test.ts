import { byteOrderMark, csvLine } from '@storeward/contract/csv';
import { userExportColumns, type UserExportRow } from '@storeward/contract/users/user-export';
import { beforeAll, expect, test } from 'vitest';
import {
  createNode,
  createOrganisation,
  createRole,
  createUser,
  type ApiClient,
  type TestNode,
  createClient,
} from '../../../test/builders.ts';
import { serverSentEvents } from '../../../test/response.ts';
import { statusAndCode } from '../../../test/retailer.ts';
import { startTestServer } from '../../../test/server.ts';

const server = await startTestServer();
// background runs are processed only while the server listens
await server.app.listen({ host: '127.0.0.1', port: 0 });

let store: TestNode;
let admin: ApiClient;
let clerkRoleId: string;

beforeAll(async () => {
  const org = await createOrganisation(server);
  const company = await createNode(server, { parent: org, nodeType: 'COMPANY' });
  store = await createNode(server, { parent: company, nodeType: 'STORE', code: 'LEEDS' });
  clerkRoleId = await createRole(server, {
    organisation: org,
    rights: ['om_dashboard'],
    name: 'Clerk',
    name_norm: 'clerk',
    level: 'STORE',
  });
  admin = await createClient(server, await createUser(server, { node: org }));
  for (let index = 0; index < 23; index += 1)
    await createUser(server, {
      node: store,
      roleId: clerkRoleId,
      userName: `exported.${index}`,
      firstName: index === 3 ? '=HYPERLINK("x")' : 'Export',
      lastName: `Nr ${String(index).padStart(2, '0')}`,
      phone_number: '+44 113 496 0127',
      country: 'GB',
      status: index % 5 !== 0,
    });
});

async function exportUsers(client: ApiClient, filter: Record<string, string>): Promise<UserExportRow[]> {
  const rows: UserExportRow[] = [];
  let cursor: string | undefined;
  do {
    const query = new URLSearchParams({ ...filter, ...(cursor ? { cursor } : {}) });
    const { body } = await client.get(`/user-management/user-export?${query}`);
    rows.push(...body.result);
    cursor = body.next;
  } while (cursor !== undefined);
  return rows;
}

test('exports each user of the list exactly once over all pages, in the columns of an import', async () => {
  const rows = await exportUsers(admin, { search: 'exported', size: '10' });
  expect(rows.map(({ userName }) => userName).sort()).toEqual(
    Array.from({ length: 23 }, (_, index) => `exported.${index}`).sort(),
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
  expect(
    await exportUsers(admin, { search: 'exported', status: 'disabled', level: 'STORE', role: clerkRoleId }),
  ).toHaveLength(5);
});

test('counts the total once, with the first page of an export', async () => {
  const fetchPage = async (extraQuery: string) =>
    (await admin.get(`/user-management/user-export?search=countable&size=1${extraQuery}`)).body;
  for (const userName of ['countable.one', 'countable.two']) await createUser(server, { node: store, userName });
  const first = await fetchPage('');
  await createUser(server, { node: store, userName: 'countable.three' });
  const second = await fetchPage(`&cursor=${first.next}`);
  const third = await fetchPage(`&cursor=${second.next}`);
  expect([first.total, second.total, third.total, third.next]).toEqual([2, 2, 2, undefined]);
  expect((await fetchPage('')).total).toBe(3);
});

test('exports no users outside the actor’s area', async () => {
  const secondStore = await createNode(server, { parent: store.parent!, nodeType: 'STORE' });
  const neighbour = await createClient(
    server,
    await createUser(server, { node: secondStore, rights: ['list_users', 'view_user'] }),
  );
  expect(await exportUsers(neighbour, { search: 'exported' })).toEqual([]);
  expect(statusAndCode(await neighbour.get(`/user-management/user-export?node=${store.id}`))).toEqual([
    404,
    'node.unknown',
  ]);
});

test.for([{ size: '1001' }, { sort: 'passwordHash:asc' }, { status: 'asleep' }, { cursor: 'none' }] as Record<
  string,
  string
>[])('rejects unsupported export parameters: %o', async (filter) => {
  const { status } = await admin.get(`/user-management/user-export?${new URLSearchParams(filter)}`);
  expect(status).toBe(400);
});

test('imports an exported file without finding any change', async () => {
  const rows = await exportUsers(admin, { search: 'exported' });
  const file =
    byteOrderMark +
    csvLine([...userExportColumns]) +
    rows.map((row) => csvLine(userExportColumns.map((column) => row[column]))).join('');
  expect(file).not.toMatch(/(^|,)"?=/m);
  const { body } = await server.request({
    method: 'POST',
    url: '/user-management/users/import?fileName=Users.csv',
    host: admin.host,
    token: admin.token,
    body: Buffer.from(file),
    headers: { 'content-type': 'text/csv' },
  });
  const { text } = await admin.get(`/user-management/users/import/${body.result.id}`, { accept: 'text/event-stream' });
  expect((serverSentEvents(text).at(-1) as { result: object }).result).toMatchObject({
    state: 'ready',
    rowCount: 23,
    unchanged: 23,
    created: 0,
    updated: 0,
    wrong: 0,
  });
});
