import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { Readable } from 'node:stream';
import { importLimits } from '@storeward/contract/imports';
import { beforeAll, describe, expect, test } from 'vitest';
import { aNode, anOrganisation, aRole, aUser, type Caller, everyRight, type Place, signedIn } from './builders.ts';
import { countsOf, fileOf, importsAt } from './imports.ts';
import { countOfMails } from './mails.ts';
import { aServer } from './server.ts';
import { unreadableFiles } from './unreadable-files.ts';

const house = await aServer();
const url = '/user-management/users/import';
const { upload, checked, ended, rested, rowsOf, faultsOf } = importsAt(url);
let org: Place;
let company: Place;
let admin: Caller;
let manager: Caller;

beforeAll(async () => {
  // the engine works while the server listens
  await house.server.listen({ host: '127.0.0.1', port: 0 });
  org = await anOrganisation(house);
  company = await aNode(house, { parent: org, nodeType: 'COMPANY', name: 'North', code: 'NORTH' });
  await aNode(house, { parent: company, nodeType: 'STORE', name: 'Leeds', code: 'LEEDS' });
  await aNode(house, { parent: org, nodeType: 'COMPANY', name: 'South', code: 'SOUTH' });
  for (const [name, rights] of [
    ['Till', []],
    ['Strong', everyRight],
  ] as const)
    await aRole(house, { of: org, rights: [...rights], level: 'STORE', name, name_norm: name.toLowerCase() });
  const neighbour = await anOrganisation(house);
  await aNode(house, { parent: neighbour, nodeType: 'STORE', name: 'Foreign', code: 'FOREIGN' });
  await aRole(house, { of: neighbour, rights: [], level: 'STORE', name: 'Theirs', name_norm: 'theirs' });
  admin = await signedIn(house, await aUser(house, { at: org }));
  const rights = 'show_bulk_user_import_submenu allow_upload_user_import_csv create_user edit_user'.split(' ');
  manager = await signedIn(house, await aUser(house, { at: company, rights }));
});

let made = 0;
const row = (more: Record<string, string> = {}): Record<string, string> => {
  made += 1;
  const userName = `hostile.${made}`;
  return {
    userName,
    firstName: 'Ada',
    lastName: 'Lovelace',
    emailId: `${userName}@mail.example`,
    roleName: 'Till',
    nodeCode: 'LEEDS',
    language: 'en',
    timeZone: 'UTC',
    ...more,
  };
};
const peopleNamed = (start: string) =>
  house.rows<{ user_name: string; last_name: string }>(
    `select user_name, last_name from users where user_name like $1 || '%' and deleted_date is null order by user_name`,
    [start],
  );
const state = async () => [
  await house.rows('select count(*)::int as runs, (select count(*)::int from import_rows) as rows from import_runs'),
  await house.rows('select count(*)::int as people from users'),
  await countOfMails(house),
];

describe('a file of users that cannot be read', () => {
  test.each(unreadableFiles('userName'))(
    'holds %s: it is refused by name, and nothing is left of it',
    async (_what, content, code) => {
      const before = await state();
      const { status, body } = await upload(admin, content);
      expect([status, body.messageCode]).toEqual([400, code]);
      expect(await state()).toEqual(before);
    },
  );

  test('is empty for longer than a spreadsheet is', async () => {
    const { body } = await upload(admin, `userName\n${'\n'.repeat(1_100_000)}`);
    expect(body.messageCode).toBe('import.tooManyRows');
  });

  test('is no text at all, but letters within a message', async () => {
    const before = await state();
    const body = JSON.stringify({ file: Buffer.from(fileOf([row()])).toString('base64') });
    const { status, body: told } = await admin.post(url, body, { 'content-type': 'application/json' });
    expect([status, told.messageCode]).toEqual([415, 'input.mediaType']);
    expect(await state()).toEqual(before);
  });

  test('is longer than a file may be, whether it says so or not', async () => {
    const before = await state();
    expect(await statusOf(['content-length: 209715200'], '')).toBe(413);
    // without a length it is told only by what comes
    const pieces = Array.from({ length: importLimits.bytes / 2 ** 20 + 1 }, () => Buffer.alloc(2 ** 20, 'x\n'));
    const headers = { host: admin.host, authorization: `Bearer ${admin.token}`, 'content-type': 'text/csv' };
    const payload = Readable.from(pieces);
    expect((await house.server.inject({ method: 'POST', url, headers, payload })).statusCode).toBe(413);
    expect(await state()).toEqual(before);
  });

  test('is shorter or longer than it says: what was not announced is no part of it, and half a file is none', async () => {
    const before = await state();
    const file = fileOf([row()]);
    expect(await statusOf([`content-length: ${file.length + 100}`], file, { hangUp: true })).not.toBe(200);
    expect(await state()).toEqual(before);
    const short = 'userName\r\nhostile.short\r\n';
    await statusOf([`content-length: ${short.length}`], `${short}hostile.smuggled\r\n`);
    expect(await house.rows(`select from import_rows where cells[1] = 'hostile.smuggled'`)).toEqual([]);
    expect(await statusOf([`content-length: ${short.length}`, 'content-length: 5'], short)).toBe(400);
  });

  /** Sends a request as it is written here, letter by letter; answers the status, if one came. */
  async function statusOf(
    lengths: readonly string[],
    body: string,
    { hangUp = false } = {},
  ): Promise<number | undefined> {
    const { port } = house.server.server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    let told = '';
    socket.on('data', (part: Buffer) => (told += part.toString())).on('error', () => undefined);
    const head = [`POST ${url}?fileName=raw.csv HTTP/1.1`, `host: ${admin.host}`, 'connection: close'];
    const more = [`authorization: Bearer ${admin.token}`, 'content-type: text/csv', ...lengths];
    socket.write([...head, ...more, '', body].join('\r\n'));
    if (hangUp) socket.end();
    await once(socket, 'close');
    return Number(/^HTTP\/1\.1 (\d+)/.exec(told)?.[1]) || undefined;
  }
});

describe('a file of users as other programs write it', () => {
  const signs = { ',': 'commas', ';': 'semicolons', '\t': 'tabs' };
  test.each(
    (['utf-8', 'utf-16le'] as const).flatMap((encoding) =>
      Object.entries(signs).map(([sign, words]) => [encoding, words, sign] as const),
    ),
  )('in %s, with %s and quoted line breaks, is read cell by cell', async (encoding, _words, sign) => {
    const one = row();
    const other = row({ nodeCode: `LE${sign}\r\nEDS` });
    const columns = Object.keys(one);
    const lines = [columns, ...[one, other].map((cells) => columns.map((column) => `"${cells[column]}"`))];
    const text = `\uFEFF${lines.map((cells) => cells.join(sign)).join('\r\n')}\r\n`;
    const run = await checked(admin, Buffer.from(text, encoding));
    expect([run.columns, countsOf(run)]).toEqual([columns, [1, 0, 0, 1]]);
    expect(await faultsOf(admin, run)).toEqual({ 3: { nodeCode: 'node.unknown' } });
    expect((await rowsOf(admin, run))[1]!.cells[columns.indexOf('nodeCode')]).toBe(`LE${sign}\r\nEDS`);
  });

  test('may name its columns after what every object has: they are columns that nobody knows', async () => {
    const words = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'];
    const strange = row();
    const file = fileOf([strange]).split('\r\n');
    const wide = [`${words.join(',')},${file[0]}`, `${words.map(() => 'polluted').join(',')},${file[1]}`, ''];
    const run = await checked(admin, wide.join('\r\n'));
    expect([run.unknownColumns, countsOf(run)]).toEqual([words, [1, 0, 0, 0]]);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    for (const name of words) {
      const { body } = await upload(admin, 'a,b\nx,y\n', { columns: ['userName', name] });
      expect(body.messageCode).toBe('import.mappingWrong');
    }
    // nor are they anybody's role, place or language
    const named = words.slice(0, 3).map((word) => row({ roleName: word, nodeCode: word, language: word }));
    const found = await faultsOf(admin, await checked(admin, fileOf(named)));
    for (const faults of Object.values(found))
      expect(faults).toEqual({ roleName: 'role.unknown', nodeCode: 'node.unknown', language: 'field.invalid' });
  });
});

describe('a file of users that reaches too far', () => {
  test('finds neither places nor roles of others, and gives nobody more than whoever brings it in holds', async () => {
    const rows = [
      row({ nodeCode: 'FOREIGN' }),
      row({ nodeCode: 'SOUTH' }),
      row({ roleName: 'Theirs' }),
      row({ roleName: 'Strong' }),
      row(),
    ];
    const mails = await countOfMails(house);
    const done = await ended(manager, await checked(manager, fileOf(rows)));
    expect(countsOf(done)).toEqual([1, 0, 0, 4]);
    expect(await faultsOf(manager, done)).toEqual({
      2: { nodeCode: 'node.unknown' },
      3: { nodeCode: 'node.unknown' },
      4: { roleName: 'role.unknown' },
      5: { roleName: 'role.beyondYourOwn' },
    });
    expect(await countOfMails(house)).toBe(mails + 1);
  });

  test('of the rows of one name takes the first alone, in any letter case and width', async () => {
    const one = row();
    const upper = one['userName']!.toUpperCase();
    const wide = one['userName']!.replace('h', 'ｈ');
    const done = await ended(
      admin,
      await checked(admin, fileOf([one, { ...one, userName: upper }, { ...one, userName: wide }])),
    );
    expect(countsOf(done)).toEqual([1, 0, 0, 2]);
    expect(await peopleNamed(one['userName']!)).toHaveLength(1);
  });
});

describe('what happens between check and start', () => {
  test('a file of the same name that comes later changes nothing: what was checked is what is done', async () => {
    const shown = row({ lastName: 'Checked' });
    const run = await checked(admin, fileOf([shown]));
    const later = await checked(admin, fileOf([{ ...shown, lastName: 'Swapped', roleName: 'Strong' }]));
    expect(later.id).not.toBe(run.id);
    expect(countsOf(await ended(admin, run))).toEqual([1, 0, 0, 0]);
    expect(await peopleNamed(shown['userName']!)).toMatchObject([{ last_name: 'Checked' }]);
    // and the other one would do something else by now than its check has said
    expect(await faultsOf(admin, await ended(admin, later))).toEqual({ 2: { row: 'import.changedSince' } });
  });

  test('another file under the same key is not taken for the first one', async () => {
    const key = { 'content-type': 'text/csv', 'idempotency-key': 'one-key-for-two-files' };
    const first = await admin.post(url, Buffer.from(fileOf([row()])), key);
    expect(first.status).toBe(200);
    const second = await admin.post(url, Buffer.from(fileOf([row()])), key);
    expect(second.status).toBe(422);
    await rested(admin, first.body.result.id);
  });

  test('somebody who was changed meanwhile is left alone, and told', async () => {
    const person = row();
    await ended(admin, await checked(admin, fileOf([person])));
    const run = await checked(admin, fileOf([{ ...person, lastName: 'File' }]));
    await house.rows(`update users set last_name = 'Hand', version = version + 1 where user_name = $1`, [
      person['userName'],
    ]);
    expect(await faultsOf(admin, await ended(admin, run))).toEqual({ 2: { row: 'import.changedSince' } });
    expect(await peopleNamed(person['userName']!)).toMatchObject([{ last_name: 'Hand' }]);
  });

  test('two imports of the same people at once make and invite each of them once', async () => {
    const rows = Array.from({ length: 300 }, (_, at) => row({ userName: `twin.${at}` }));
    const mails = await countOfMails(house);
    const runs = [await checked(admin, fileOf(rows)), await checked(manager, fileOf(rows.toReversed()))];
    const done = await Promise.all([ended(admin, runs[0]!), ended(manager, runs[1]!)]);
    expect(done.map((run) => run.state)).toEqual(['done', 'done']);
    expect(done[0].created + done[1].created).toBe(300);
    expect(await peopleNamed('twin.')).toHaveLength(300);
    expect(await countOfMails(house)).toBe(mails + 300);
  });
});
