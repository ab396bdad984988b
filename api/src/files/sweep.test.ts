import { afterAll, beforeAll, expect, test } from 'vitest';
import { sectionUrl } from '../../test/bulk.ts';
import { aNode, anOrganisation, aUser, type Caller, type Place, platform, signedIn } from '../../test/builders.ts';
import { filledInOfAnOrganisation } from '../../test/doors.ts';
import { plain } from '../../test/picture-files.ts';
import { aServer } from '../../test/server.ts';
import { openDatabase } from '../platform/db.ts';
import { diskStorage } from '../platform/storage.ts';
import { sweepUploads } from './sweep.ts';

const house = await aServer({ uploadRoomMb: 1 });
const database = openDatabase({ connectionString: house.appUrl });
afterAll(() => database.close());
const disk = diskStorage(house.filesFolder);
const sweep = (
  storage = disk,
  failed: (error: unknown) => void = (error) => {
    throw error;
  },
) => sweepUploads(database, storage, failed);
let png: Buffer;
beforeAll(async () => {
  png = await plain(40, 20).png().toBuffer();
});

async function aShop(): Promise<{ org: Place; company: Place; admin: Caller }> {
  const org = await anOrganisation(house);
  const company = await aNode(house, { parent: org, nodeType: 'COMPANY' });
  return { org, company, admin: await signedIn(house, await aUser(house, { at: org })) };
}
const uploaded = async (admin: Caller, bytes = png) =>
  (await admin.post('/common/uploadfile', bytes, { 'content-type': 'image/png' })).body.result.Location as string;
const isThere = async (address: string, host: string) =>
  (await house.server.inject({ url: address, headers: { host } })).statusCode === 200;

test('a picture that was uploaded and never saved is cleared away after a day; one that anything points to is not', async () => {
  const { org, company, admin } = await aShop();
  const signed = (await admin.get('/common/getPreSignedUrl?key=a.png&bucket=b')).body.result as string;
  const put = await house.ask({
    method: 'PUT',
    url: signed,
    host: org.host,
    body: png,
    headers: { 'content-type': 'image/png' },
  });
  const never = [await uploaded(admin), put.body.result.Location as string];
  const [saved, replaced, drafted, background, cell] = [
    await uploaded(admin),
    await uploaded(admin),
    await uploaded(admin),
    await uploaded(admin),
    await uploaded(admin),
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
  const kept = [saved, replaced, drafted, background, cell];
  const there = async (addresses: string[]) => {
    const found: boolean[] = [];
    for (const address of addresses) found.push(await isThere(address, org.host));
    return [...new Set(found)];
  };
  await house.clockAhead('23 hours');
  expect(await sweep()).toBe(0);
  await house.clockAhead('25 hours');
  expect(await sweep()).toBe(2);
  expect([await there(never), await there(kept)]).toEqual([[false], [true]]);
  expect(await sweep()).toBe(0);
  // a draft that is dropped lets go of its picture, a value that was replaced does not: it may be put back
  const again = await signedIn(house, admin.person);
  await again.delete(sectionUrl(company, 'theme', '/draft'));
  await house.clockAhead('50 hours');
  expect(await sweep()).toBe(1);
  await house.clockAhead('0');
  expect([await there([drafted]), await there([saved, replaced, background, cell])]).toEqual([[false], [true]]);
});

test('a picture that cannot be cleared away keeps no other one there, and is tried again a day later', async () => {
  const { org, admin } = await aShop();
  const [stuck, other] = [await uploaded(admin), await uploaded(admin)];
  const failing = {
    ...disk,
    drop: async (address: string) => {
      if (address === stuck) throw new Error('the disk is broken');
      await disk.drop(address);
    },
  };
  const troubles: unknown[] = [];
  await house.clockAhead('25 hours');
  expect(await sweep(failing, (error) => troubles.push(error))).toBe(1);
  expect(troubles).toEqual([new Error('the disk is broken')]);
  expect([await isThere(stuck, org.host), await isThere(other, org.host)]).toEqual([true, false]);
  expect(await sweep()).toBe(0);
  await house.clockAhead('50 hours');
  expect(await sweep()).toBe(1);
  await house.clockAhead('0');
  expect(await isThere(stuck, org.host)).toBe(false);
});

test('an organisation takes no more room for pictures than it has, and has it back once unused ones are cleared away', async () => {
  const { org, admin } = await aShop();
  const { admin: other } = await aShop();
  await house.rows(`insert into uploads values ($1, '/files/large', $2, clock(), clock() + interval '1 day')`, [
    org.id,
    1024 * 1024,
  ]);
  const files = async () => (await house.rows('select from uploads where org_id = $1', [org.id])).length;
  const refused = await admin.post('/common/uploadfile', png, { 'content-type': 'image/png' });
  expect([refused.status, refused.body.messageCode]).toEqual([409, 'file.noRoomLeft']);
  const signed = (await admin.get('/common/getPreSignedUrl?key=a.png&bucket=b')).body.result as string;
  const put = await house.ask({
    method: 'PUT',
    url: signed,
    host: org.host,
    body: png,
    headers: { 'content-type': 'image/png' },
  });
  expect([put.status, put.body.messageCode]).toEqual([409, 'file.noRoomLeft']);
  expect([await files(), await isThere(signed.split('?', 1)[0]!, org.host)]).toEqual([1, false]);
  expect(await uploaded(other)).toMatch(/^\/files\//);
  await house.clockAhead('25 hours');
  await sweep();
  await house.clockAhead('0');
  expect(await uploaded(admin)).toMatch(/^\/files\//);
});

test('the logos that an organisation is made with are its own and stay; what somebody else has uploaded is refused', async () => {
  const above = await signedIn(house, await aUser(house, { at: platform }));
  const { admin: somebody } = await aShop();
  const make = (logos: object) =>
    above.post('/node-management/node', { ...filledInOfAnOrganisation(), nodeType: 'organization', ...logos });
  for (const address of [await uploaded(somebody), '/files/nobody/has.webp', '/logo.svg']) {
    const refused = await make({ logoURL: address });
    expect([refused.status, refused.body.messageCode]).toEqual([400, 'file.addressInvalid']);
  }
  const [wide, tall] = [await uploaded(above), await uploaded(above)];
  const { status, body } = await make({ logoURL: wide, logoURLPortrait: tall });
  expect([status, body.result.logoURL, body.result.logoURLPortrait]).toEqual([200, wide, tall]);
  const org: { id: string; url: string } = body.result;
  expect(await house.rows('select org_id from uploads where address in ($1, $2)', [wide, tall])).toEqual([
    { org_id: org.id },
    { org_id: org.id },
  ]);
  await house.clockAhead('25 hours');
  await sweep();
  await house.clockAhead('0');
  expect([await isThere(wide, org.url), await isThere(tall, org.url)]).toEqual([true, true]);
  // what one organisation has is not another's as well
  expect((await make({ logoURL: wide })).body.messageCode).toBe('file.addressInvalid');
});
