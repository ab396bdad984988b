import { existsSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { anOrganisation, aUser, type Caller, type Place, signedIn } from '../../test/builders.ts';
import { plain } from '../../test/picture-files.ts';
import { anS3Store, s3Key } from '../../test/s3-server.ts';
import { aServer } from '../../test/server.ts';
import { s3Storage } from './s3-storage.ts';

const store = await anS3Store();
const { access } = store;
const house = await aServer({
  s3Endpoint: access.endpoint,
  s3Region: access.region,
  s3Bucket: access.bucket,
  s3AccessKeyId: access.accessKeyId,
  s3SecretAccessKey: access.secretAccessKey,
});
let org: Place;
let me: Caller;
let png: Buffer;

beforeAll(async () => {
  org = await anOrganisation(house);
  me = await signedIn(house, await aUser(house, { at: org }));
  png = await plain(60, 40).png().toBuffer();
});

const upload = () => me.post('/common/uploadfileons3', png, { 'content-type': 'image/png' });
const fetched = (address: string) => house.server.inject({ url: address, headers: { host: org.host } });

describe('with an S3 storage', () => {
  test('a picture is kept there, checked and drawn anew, and handed out by the portal itself', async () => {
    const address = (await upload()).body.result.Location as string;
    const object = store.objects.get(address.slice(1));
    expect(object?.type).toBe('image/webp');
    const answer = await fetched(address);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/webp']);
    expect(answer.rawPayload).toEqual(object?.bytes);
    expect(store.refused).toEqual([]);
    expect(existsSync(house.filesFolder)).toBe(false);
  });

  test('a signed address leads to the portal, works once, and shows nothing of the storage', async () => {
    const url = (await me.get('/common/getPreSignedUrl?key=a.png&bucket=x')).body.result as string;
    expect(url).toMatch(/^\/files\//);
    expect(url).not.toContain(s3Key.accessKeyId);
    const put = () =>
      house.ask({ method: 'PUT', url, host: org.host, body: png, headers: { 'content-type': 'image/png' } });
    expect((await put()).status).toBe(200);
    expect((await put()).body.messageCode).toBe('file.addressUsed');
    expect((await fetched(url.split('?', 1)[0]!)).statusCode).toBe(200);
  });

  test('a picture that another takes the place of goes from there too', async () => {
    const url = `/user-management/users/${me.person.id}/profile-picture`;
    const set = async () => (await me.post(url, png, { 'content-type': 'image/png' })).body.result as string;
    const [first, second] = [await set(), await set()];
    expect(store.objects.has(first.slice(1))).toBe(false);
    expect(store.objects.has(second.slice(1))).toBe(true);
  });

  test('where nothing is, nothing is found, and no other address is asked for', async () => {
    expect((await fetched(`/files/${org.id}/aaaaaaaaaaaaaaaaaaaaaaaa.webp`)).statusCode).toBe(404);
    expect((await fetched(`/files/${org.id}/..%2f..%2fother-bucket`)).statusCode).toBe(404);
    expect(store.refused).toEqual([]);
  });

  test('a storage that does not answer is a pause by name, and its words go to the log alone', async () => {
    const address = (await upload()).body.result.Location as string;
    store.fail(503);
    const { status, body, text } = await upload();
    const shown = await fetched(address);
    store.fail(undefined);
    expect([status, body.messageCode]).toEqual([503, 'file.storeSilent']);
    expect(shown.statusCode).toBe(503);
    expect(text).not.toContain('SlowDown');
    expect(house.logged()).toContain('SlowDown');
    expect((await upload()).status).toBe(200);
  });

  test('a wrong key opens nothing', async () => {
    const storage = s3Storage({ ...access, secretAccessKey: 'another' });
    await expect(storage.keep(org.id, png)).rejects.toMatchObject({ code: 'file.storeSilent' });
    expect(store.refused.splice(0)).toEqual(['another signature']);
  });
});
