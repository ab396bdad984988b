import { afterAll, beforeAll, expect, test } from 'vitest';
import { sectionUrl } from '../../test/bulk.ts';
import {
  createNode,
  createOrganisation,
  createUser,
  type ApiClient,
  type TestNode,
  platformNode,
  createClient,
} from '../../test/builders.ts';
import { organisationFields } from '../../test/input-fields.ts';
import { plainImage } from '../../test/image-files.ts';
import { startTestServer } from '../../test/server.ts';
import { newId } from '../platform/database/ids.ts';
import { openDatabase } from '../platform/database/db.ts';
import { diskStorage } from '../platform/files/storage.ts';
import { deleteOrphanedUploads } from './orphan-cleanup.ts';

const testServer = await startTestServer({ uploadRoomMb: 1 });
const database = openDatabase({ connectionString: testServer.appUrl });
afterAll(() => database.close());
const disk = diskStorage(testServer.filesFolder);
const runCleanup = (
  storage = disk,
  onError: (error: unknown) => void = (error) => {
    throw error;
  },
) => deleteOrphanedUploads(database, storage, onError);
let png: Buffer;
beforeAll(async () => {
  png = await plainImage(40, 20).png().toBuffer();
});

async function createShop(): Promise<{ org: TestNode; company: TestNode; admin: ApiClient }> {
  const org = await createOrganisation(testServer);
  const company = await createNode(testServer, { parent: org, nodeType: 'COMPANY' });
  return { org, company, admin: await createClient(testServer, await createUser(testServer, { node: org })) };
}
const upload = async (admin: ApiClient, bytes = png) =>
  (await admin.post('/common/uploadfile', bytes, { 'content-type': 'image/png' })).body.result.Location as string;
const isServed = async (address: string, host: string) =>
  (await testServer.app.inject({ url: address, headers: { host } })).statusCode === 200;

test('the file of a media value and that of a row of a list are kept as long as the setting names them', async () => {
  const { company, org, admin } = await createShop();
  const [banner, inRow, unused] = [await upload(admin), await upload(admin), await upload(admin)];
  for (const [field, value] of [
    ['banner', { file: banner, alt: 'Sale' }],
    ['slides', [{ title: 'One', picture: { file: inRow, alt: '' } }]],
  ] as const)
    await testServer.query(
      `insert into setting_values (id, org_id, node_id, tpath, section, field, value, valid_from, created_date)
       values ($1, $2, $3, $4, 'sample', $5, $6, clock(), clock())`,
      [newId(), org.id, company.id, company.tpath, field, JSON.stringify(value)],
    );
  await testServer.advanceClock('31 days');
  await runCleanup();
  await testServer.advanceClock('0');
  const served = [];
  for (const address of [banner, inRow, unused]) served.push(await isServed(address, org.host));
  expect(served).toEqual([true, true, false]);
});

test('an uploaded image that no record uses for 30 days is deleted, and a used one is not', async () => {
  const { org, company, admin } = await createShop();
  const signed = (await admin.get('/common/getPreSignedUrl?key=a.png&bucket=b')).body.result as string;
  const put = await testServer.request({
    method: 'PUT',
    url: signed,
    host: org.host,
    body: png,
    headers: { 'content-type': 'image/png' },
  });
  const unsaved = [await upload(admin), put.body.result.Location as string];
  const [saved, replaced, drafted, background, cell, line] = [
    await upload(admin),
    await upload(admin),
    await upload(admin),
    await upload(admin),
    await upload(admin),
    await upload(admin),
  ];
  const logo = (value: string) => ({ fields: { displayLogo: { value } } });
  await admin.put(sectionUrl(company), logo(replaced));
  await admin.put(sectionUrl(company), logo(saved));
  await admin.put(sectionUrl(company, 'theme', '/draft'), { fields: { logoURL: { value: drafted } } });
  await admin.put(sectionUrl(org, 'theme'), {
    fields: { backgroundImage: { value: { status: true, landscapeImage: background, portraitImage: null } } },
  });
  await admin.post(
    '/node-management/settings/imports?fileName=x.csv',
    Buffer.from(`code,ebasketDisplay.displayLogo\r\nx,${cell}\r\n`),
    { 'content-type': 'text/csv' },
  );
  await admin.post(
    '/node-management/settings/lists/imports?fileName=y.csv',
    Buffer.from(`code,list,action,after\r\nx,,,${line}\r\n`),
    { 'content-type': 'text/csv' },
  );
  const referenced = [saved, replaced, drafted, background, cell, line];
  const servedStates = async (addresses: string[]) => {
    const states: boolean[] = [];
    for (const address of addresses) states.push(await isServed(address, org.host));
    return [...new Set(states)];
  };
  await testServer.advanceClock('29 days');
  expect(await runCleanup()).toBe(0);
  await testServer.advanceClock('31 days');
  expect(await runCleanup()).toBe(2);
  expect([await servedStates(unsaved), await servedStates(referenced)]).toEqual([[false], [true]]);
  expect(await runCleanup()).toBe(0);
  // deleting a draft releases its image; a replaced value keeps its image, since it can be restored
  const freshClient = await createClient(testServer, admin.user);
  await freshClient.delete(sectionUrl(company, 'theme', '/draft'));
  await testServer.advanceClock('60 days');
  expect(await runCleanup()).toBe(0);
  await testServer.advanceClock('62 days');
  expect(await runCleanup()).toBe(1);
  await testServer.advanceClock('0');
  expect([await servedStates([drafted]), await servedStates([saved, replaced, background, cell, line])]).toEqual([
    [false],
    [true],
  ]);
});

test('an image that cannot be deleted does not block others and is retried a day later', async () => {
  const { org, admin } = await createShop();
  const [undeletable, otherAdmin] = [await upload(admin), await upload(admin)];
  const failing = {
    ...disk,
    delete: async (address: string) => {
      if (address === undeletable) throw new Error('the disk is broken');
      await disk.delete(address);
    },
  };
  const warnings: unknown[] = [];
  await testServer.advanceClock('31 days');
  expect(await runCleanup(failing, (error) => warnings.push(error))).toBe(1);
  expect(warnings).toEqual([new Error('the disk is broken')]);
  expect([await isServed(undeletable, org.host), await isServed(otherAdmin, org.host)]).toEqual([true, false]);
  expect(await runCleanup()).toBe(0);
  await testServer.advanceClock('32 days 1 hour');
  expect(await runCleanup()).toBe(1);
  await testServer.advanceClock('0');
  expect(await isServed(undeletable, org.host)).toBe(false);
});

test('an organisation cannot exceed its image quota, and deleted orphans free it again', async () => {
  const { org, admin } = await createShop();
  const { admin: otherAdmin } = await createShop();
  await testServer.query(
    `insert into uploads (org_id, address, bytes, type, created_date, deletion_date)
     values ($1, '/files/large', $2, 'image/webp', clock(), clock() + interval '30 days')`,
    [org.id, 1024 * 1024],
  );
  const countUploads = async () => (await testServer.query('select from uploads where org_id = $1', [org.id])).length;
  const rejected = await admin.post('/common/uploadfile', png, { 'content-type': 'image/png' });
  expect([rejected.status, rejected.body.messageCode]).toEqual([409, 'file.noRoomLeft']);
  const signed = (await admin.get('/common/getPreSignedUrl?key=a.png&bucket=b')).body.result as string;
  const put = await testServer.request({
    method: 'PUT',
    url: signed,
    host: org.host,
    body: png,
    headers: { 'content-type': 'image/png' },
  });
  expect([put.status, put.body.messageCode]).toEqual([409, 'file.noRoomLeft']);
  expect([await countUploads(), await isServed(signed.split('?', 1)[0]!, org.host)]).toEqual([1, false]);
  expect(await upload(otherAdmin)).toMatch(/^\/files\//);
  await testServer.advanceClock('31 days');
  await runCleanup();
  await testServer.advanceClock('0');
  expect(await upload(admin)).toMatch(/^\/files\//);
});

test('logos of a new organisation are transferred to it and kept, and uploads of other organisations are rejected', async () => {
  const platformClient = await createClient(testServer, await createUser(testServer, { node: platformNode }));
  const { admin: otherAdmin } = await createShop();
  const createWithLogos = (logos: object) =>
    platformClient.post('/node-management/node', { ...organisationFields(), nodeType: 'organization', ...logos });
  for (const address of [await upload(otherAdmin), '/files/nobody/has.webp', '/logo.svg']) {
    const rejected = await createWithLogos({ logoURL: address });
    expect([rejected.status, rejected.body.messageCode]).toEqual([400, 'file.addressInvalid']);
  }
  const [wide, tall] = [await upload(platformClient), await upload(platformClient)];
  const { status, body } = await createWithLogos({ logoURL: wide, logoURLPortrait: tall });
  expect([status, body.result.logoURL, body.result.logoURLPortrait]).toEqual([200, wide, tall]);
  const org: { id: string; url: string } = body.result;
  expect(await testServer.query('select org_id from uploads where address in ($1, $2)', [wide, tall])).toEqual([
    { org_id: org.id },
    { org_id: org.id },
  ]);
  await testServer.advanceClock('31 days');
  await runCleanup();
  await testServer.advanceClock('0');
  expect([await isServed(wide, org.url), await isServed(tall, org.url)]).toEqual([true, true]);
  // an upload belongs to one organisation only
  expect((await createWithLogos({ logoURL: wide })).body.messageCode).toBe('file.addressInvalid');
});
