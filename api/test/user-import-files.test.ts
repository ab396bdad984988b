import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { Readable } from 'node:stream';
import { importLimits } from '@storeward/contract/imports';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  createNode,
  createOrganisation,
  createRole,
  createUser,
  type ApiClient,
  allAccessRights,
  type TestNode,
  createClient,
} from './builders.ts';
import { countsOf, toCsv, importsAt } from './imports.ts';
import { countMails } from './mails.ts';
import { startTestServer } from './server.ts';
import { unreadableFiles } from './unreadable-files.ts';

const server = await startTestServer();
const url = '/user-management/users/import';
const { upload, uploadAndCheck, runToEnd, waitUntilIdle, rowsOf, cellErrorsOf } = importsAt(url);
let org: TestNode;
let company: TestNode;
let admin: ApiClient;
let manager: ApiClient;

beforeAll(async () => {
  // background runs are processed only while the server listens
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  org = await createOrganisation(server);
  company = await createNode(server, { parent: org, nodeType: 'COMPANY', name: 'North', code: 'NORTH' });
  await createNode(server, { parent: company, nodeType: 'STORE', name: 'Leeds', code: 'LEEDS' });
  await createNode(server, { parent: org, nodeType: 'COMPANY', name: 'South', code: 'SOUTH' });
  for (const [name, rights] of [
    ['Till', []],
    ['Strong', allAccessRights],
  ] as const)
    await createRole(server, {
      organisation: org,
      rights: [...rights],
      level: 'STORE',
      name,
      name_norm: name.toLowerCase(),
    });
  const neighbour = await createOrganisation(server);
  await createNode(server, { parent: neighbour, nodeType: 'STORE', name: 'Foreign', code: 'FOREIGN' });
  await createRole(server, {
    organisation: neighbour,
    rights: [],
    level: 'STORE',
    name: 'Theirs',
    name_norm: 'theirs',
  });
  admin = await createClient(server, await createUser(server, { node: org }));
  const rights = 'show_bulk_user_import_submenu allow_upload_user_import_csv create_user edit_user'.split(' ');
  manager = await createClient(server, await createUser(server, { node: company, rights }));
});

let rowCount = 0;
const newRow = (overrides: Record<string, string> = {}): Record<string, string> => {
  rowCount += 1;
  const userName = `hostile.${rowCount}`;
  return {
    userName,
    firstName: 'Ada',
    lastName: 'Lovelace',
    emailId: `${userName}@mail.example`,
    roleName: 'Till',
    nodeCode: 'LEEDS',
    language: 'en',
    timeZone: 'UTC',
    ...overrides,
  };
};
const usersNamed = (start: string) =>
  server.query<{ user_name: string; last_name: string }>(
    `select user_name, last_name from users where user_name like $1 || '%' and deleted_date is null order by user_name`,
    [start],
  );
const countStored = async () => [
  await server.query('select count(*)::int as runs, (select count(*)::int from import_rows) as rows from import_runs'),
  await server.query('select count(*)::int as people from users'),
  await countMails(server),
];

describe('unreadable user import files', () => {
  test.each(unreadableFiles('userName'))(
    'rejects a file with %s by error code and stores nothing',
    async (_what, content, code) => {
      const before = await countStored();
      const { status, body } = await upload(admin, content);
      expect([status, body.messageCode]).toEqual([400, code]);
      expect(await countStored()).toEqual(before);
    },
  );

  test('rejects a file with more empty rows than a spreadsheet can have', async () => {
    const { body } = await upload(admin, `userName\n${'\n'.repeat(1_100_000)}`);
    expect(body.messageCode).toBe('import.tooManyRows');
  });

  test('rejects a file wrapped in a JSON body', async () => {
    const before = await countStored();
    const body = JSON.stringify({ file: Buffer.from(toCsv([newRow()])).toString('base64') });
    const { status, body: response } = await admin.post(url, body, { 'content-type': 'application/json' });
    expect([status, response.messageCode]).toEqual([415, 'input.mediaType']);
    expect(await countStored()).toEqual(before);
  });

  test('rejects a file above the size limit with or without a content-length header', async () => {
    const before = await countStored();
    expect(await statusOf(['content-length: 209715200'], '')).toBe(413);
    // without content-length the size is known only from the received bytes
    const chunks = Array.from({ length: importLimits.bytes / 2 ** 20 + 1 }, () => Buffer.alloc(2 ** 20, 'x\n'));
    const headers = { host: admin.host, authorization: `Bearer ${admin.token}`, 'content-type': 'text/csv' };
    const payload = Readable.from(chunks);
    expect((await server.app.inject({ method: 'POST', url, headers, payload })).statusCode).toBe(413);
    expect(await countStored()).toEqual(before);
  });

  test('rejects a file shorter than its content-length and ignores bytes beyond it', async () => {
    const before = await countStored();
    const file = toCsv([newRow()]);
    expect(await statusOf([`content-length: ${file.length + 100}`], file, { hangUp: true })).not.toBe(200);
    expect(await countStored()).toEqual(before);
    const shortBody = 'userName\r\nhostile.short\r\n';
    await statusOf([`content-length: ${shortBody.length}`], `${shortBody}hostile.smuggled\r\n`);
    expect(await server.query(`select from import_rows where cells[1] = 'hostile.smuggled'`)).toEqual([]);
    expect(await statusOf([`content-length: ${shortBody.length}`, 'content-length: 5'], shortBody)).toBe(400);
  });

  /** Sends a raw HTTP request over a socket; returns the status, or undefined without a response. */
  async function statusOf(
    lengths: readonly string[],
    body: string,
    { hangUp = false } = {},
  ): Promise<number | undefined> {
    const { port } = server.app.server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    let received = '';
    socket.on('data', (part: Buffer) => (received += part.toString())).on('error', () => undefined);
    const requestLines = [`POST ${url}?fileName=raw.csv HTTP/1.1`, `host: ${admin.host}`, 'connection: close'];
    const headers = [`authorization: Bearer ${admin.token}`, 'content-type: text/csv', ...lengths];
    socket.write([...requestLines, ...headers, '', body].join('\r\n'));
    if (hangUp) socket.end();
    await once(socket, 'close');
    return Number(/^HTTP\/1\.1 (\d+)/.exec(received)?.[1]) || undefined;
  }
});

describe('user import files of other programs', () => {
  const separators = { ',': 'commas', ';': 'semicolons', '\t': 'tabs' };
  test.each(
    (['utf-8', 'utf-16le'] as const).flatMap((encoding) =>
      Object.entries(separators).map(([separator, name]) => [encoding, name, separator] as const),
    ),
  )('reads a file in %s with %s and quoted line breaks cell by cell', async (encoding, _words, separator) => {
    const row = newRow();
    const brokenRow = newRow({ nodeCode: `LE${separator}\r\nEDS` });
    const columns = Object.keys(row);
    const lines = [columns, ...[row, brokenRow].map((cells) => columns.map((column) => `"${cells[column]}"`))];
    const text = `\uFEFF${lines.map((cells) => cells.join(separator)).join('\r\n')}\r\n`;
    const run = await uploadAndCheck(admin, Buffer.from(text, encoding));
    expect([run.columns, countsOf(run)]).toEqual([columns, [1, 0, 0, 1]]);
    expect(await cellErrorsOf(admin, run)).toEqual({ 3: { nodeCode: 'node.unknown' } });
    expect((await rowsOf(admin, run))[1]!.cells[columns.indexOf('nodeCode')]).toBe(`LE${separator}\r\nEDS`);
  });

  test('treats columns named after built-in object properties as unknown columns', async () => {
    const columnNames = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'];
    const row = newRow();
    const file = toCsv([row]).split('\r\n');
    const lines = [
      `${columnNames.join(',')},${file[0]}`,
      `${columnNames.map(() => 'polluted').join(',')},${file[1]}`,
      '',
    ];
    const run = await uploadAndCheck(admin, lines.join('\r\n'));
    expect([run.unknownColumns, countsOf(run)]).toEqual([columnNames, [1, 0, 0, 0]]);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    for (const name of columnNames) {
      const { body } = await upload(admin, 'a,b\nx,y\n', { columns: ['userName', name] });
      expect(body.messageCode).toBe('import.mappingWrong');
    }
    // such names must not resolve to a role, node or language either
    const rows = columnNames.slice(0, 3).map((word) => newRow({ roleName: word, nodeCode: word, language: word }));
    const errorsByRow = await cellErrorsOf(admin, await uploadAndCheck(admin, toCsv(rows)));
    for (const cellErrors of Object.values(errorsByRow))
      expect(cellErrors).toEqual({ roleName: 'role.unknown', nodeCode: 'node.unknown', language: 'field.invalid' });
  });
});

describe('user import files beyond the actor’s rights', () => {
  test('finds no nodes or roles of other organisations and assigns no rights beyond the actor’s', async () => {
    const rows = [
      newRow({ nodeCode: 'FOREIGN' }),
      newRow({ nodeCode: 'SOUTH' }),
      newRow({ roleName: 'Theirs' }),
      newRow({ roleName: 'Strong' }),
      newRow(),
    ];
    const mailCount = await countMails(server);
    const finished = await runToEnd(manager, await uploadAndCheck(manager, toCsv(rows)));
    expect(countsOf(finished)).toEqual([1, 0, 0, 4]);
    expect(await cellErrorsOf(manager, finished)).toEqual({
      2: { nodeCode: 'node.unknown' },
      3: { nodeCode: 'node.unknown' },
      4: { roleName: 'role.unknown' },
      5: { roleName: 'role.beyondYourOwn' },
    });
    expect(await countMails(server)).toBe(mailCount + 1);
  });

  test('refuses every row of a user name that several rows have, regardless of case and character width', async () => {
    const row = newRow();
    const upper = row['userName']!.toUpperCase();
    const fullWidth = row['userName']!.replace('h', 'ｈ');
    const finished = await runToEnd(
      admin,
      await uploadAndCheck(admin, toCsv([row, { ...row, userName: upper }, { ...row, userName: fullWidth }])),
    );
    expect(countsOf(finished)).toEqual([0, 0, 0, 3]);
    expect(await usersNamed(row['userName']!)).toHaveLength(0);
  });
});

describe('changes between check and start of an import', () => {
  test('imports the checked file even if another file of the same name is uploaded later', async () => {
    const row = newRow({ lastName: 'Checked' });
    const run = await uploadAndCheck(admin, toCsv([row]));
    const later = await uploadAndCheck(admin, toCsv([{ ...row, lastName: 'Swapped', roleName: 'Strong' }]));
    expect(later.id).not.toBe(run.id);
    expect(countsOf(await runToEnd(admin, run))).toEqual([1, 0, 0, 0]);
    expect(await usersNamed(row['userName']!)).toMatchObject([{ last_name: 'Checked' }]);
    // the outcome of the second import differs from its check by now
    expect(await cellErrorsOf(admin, await runToEnd(admin, later))).toEqual({ 2: { row: 'import.changedSince' } });
  });

  test('returns 422 for another file with the same idempotency key', async () => {
    const key = { 'content-type': 'text/csv', 'idempotency-key': 'one-key-for-two-files' };
    const first = await admin.post(url, Buffer.from(toCsv([newRow()])), key);
    expect(first.status).toBe(200);
    const second = await admin.post(url, Buffer.from(toCsv([newRow()])), key);
    expect(second.status).toBe(422);
    await waitUntilIdle(admin, first.body.result.id);
  });

  test('skips and reports users changed since the check', async () => {
    const row = newRow();
    await runToEnd(admin, await uploadAndCheck(admin, toCsv([row])));
    const run = await uploadAndCheck(admin, toCsv([{ ...row, lastName: 'File' }]));
    await server.query(`update users set last_name = 'Hand', version = version + 1 where user_name = $1`, [
      row['userName'],
    ]);
    expect(await cellErrorsOf(admin, await runToEnd(admin, run))).toEqual({ 2: { row: 'import.changedSince' } });
    expect(await usersNamed(row['userName']!)).toMatchObject([{ last_name: 'Hand' }]);
  });

  test('creates and invites each user once when two imports of the same users run concurrently', async () => {
    const rows = Array.from({ length: 300 }, (_, index) => newRow({ userName: `twin.${index}` }));
    const mailCount = await countMails(server);
    const runs = [await uploadAndCheck(admin, toCsv(rows)), await uploadAndCheck(manager, toCsv(rows.toReversed()))];
    const finished = await Promise.all([runToEnd(admin, runs[0]!), runToEnd(manager, runs[1]!)]);
    expect(finished.map((run) => run.state)).toEqual(['done', 'done']);
    expect(finished[0].created + finished[1].created).toBe(300);
    expect(await usersNamed('twin.')).toHaveLength(300);
    expect(await countMails(server)).toBe(mailCount + 300);
  });
});
