import { existsSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { createOrganisation, createUser, type ApiClient, type TestNode, createClient } from '../../../test/builders.ts';
import { plainImage } from '../../../test/image-files.ts';
import { startS3Server, s3Key } from '../../../test/s3-server.ts';
import { startTestServer } from '../../../test/server.ts';
import { s3Storage } from './s3-storage.ts';

const store = await startS3Server();
const { access } = store;
const testServer = await startTestServer({
  s3Endpoint: access.endpoint,
  s3Region: access.region,
  s3Bucket: access.bucket,
  s3AccessKeyId: access.accessKeyId,
  s3SecretAccessKey: access.secretAccessKey,
});
let org: TestNode;
let me: ApiClient;
let png: Buffer;

beforeAll(async () => {
  org = await createOrganisation(testServer);
  me = await createClient(testServer, await createUser(testServer, { node: org }));
  png = await plainImage(60, 40).png().toBuffer();
});

const upload = () => me.post('/common/uploadfileons3', png, { 'content-type': 'image/png' });
const fetched = (address: string) => testServer.app.inject({ url: address, headers: { host: org.host } });

describe('S3 storage', () => {
  test('stores an image after validation and re-encoding, and the portal itself serves it', async () => {
    const address = (await upload()).body.result.Location as string;
    const object = store.objects.get(address.slice(1));
    expect(object?.type).toBe('image/webp');
    const response = await fetched(address);
    expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'image/webp']);
    expect(response.rawPayload).toEqual(object?.bytes);
    expect(store.rejected).toEqual([]);
    expect(existsSync(testServer.filesFolder)).toBe(false);
  });

  test('a signed upload URL points to the portal, works once, and does not reveal the bucket', async () => {
    const url = (await me.get('/common/getPreSignedUrl?key=a.png&bucket=x')).body.result as string;
    expect(url).toMatch(/^\/files\//);
    expect(url).not.toContain(s3Key.accessKeyId);
    const put = () =>
      testServer.request({ method: 'PUT', url, host: org.host, body: png, headers: { 'content-type': 'image/png' } });
    expect((await put()).status).toBe(200);
    expect((await put()).body.messageCode).toBe('file.addressUsed');
    expect((await fetched(url.split('?', 1)[0]!)).statusCode).toBe(200);
  });

  test('deletes an image that is replaced by another', async () => {
    const url = `/user-management/users/${me.user.id}/profile-picture`;
    const set = async () => (await me.post(url, png, { 'content-type': 'image/png' })).body.result as string;
    const [first, second] = [await set(), await set()];
    expect(store.objects.has(first.slice(1))).toBe(false);
    expect(store.objects.has(second.slice(1))).toBe(true);
  });

  test('finds nothing at an empty address, and sends no request for addresses of other storages', async () => {
    expect((await fetched(`/files/${org.id}/aaaaaaaaaaaaaaaaaaaaaaaa.webp`)).statusCode).toBe(404);
    expect((await fetched(`/files/${org.id}/..%2f..%2fother-bucket`)).statusCode).toBe(404);
    expect(store.rejected).toEqual([]);
  });

  test('an unavailable bucket leads to file.storeSilent, and its error message only to the log', async () => {
    const address = (await upload()).body.result.Location as string;
    store.fail(503);
    const { status, body, text } = await upload();
    const shown = await fetched(address);
    store.fail(undefined);
    expect([status, body.messageCode]).toEqual([503, 'file.storeSilent']);
    expect(shown.statusCode).toBe(503);
    expect(text).not.toContain('SlowDown');
    expect(testServer.logOutput()).toContain('SlowDown');
    expect((await upload()).status).toBe(200);
  });

  test('a wrong access key is rejected', async () => {
    const storage = s3Storage({ ...access, secretAccessKey: 'another' });
    await expect(storage.store(org.id, png)).rejects.toMatchObject({ code: 'file.storeSilent' });
    expect(store.rejected.splice(0)).toEqual(['another signature']);
  });
});
