import { beforeAll, describe, expect, test } from 'vitest';
import { createOrganisation, createUser, type ApiClient, type TestNode, createClient } from './builders.ts';
import { onePixelImage } from './uploads.ts';
import { startTestServer } from './server.ts';

const testServer = await startTestServer();
let org: TestNode;
let me: ApiClient;

beforeAll(async () => {
  org = await createOrganisation(testServer);
  me = await createClient(testServer, await createUser(testServer, { node: org, rights: [] }));
});

const url = (client = me) => `/user-management/users/${client.user.id}/profile-picture`;
const imageOf = async (client: ApiClient) =>
  (await client.get(`/user-management/users/${client.user.id}`)).body.result.profilePicture as string;
const result = async (address: string) =>
  (await testServer.app.inject({ url: address, headers: { host: org.host } })).statusCode;

describe('removal of profile images', () => {
  test('removing an image deletes the file and is audited', async () => {
    await me.post(url(), onePixelImage, { 'content-type': 'image/bmp' });
    const address = await imageOf(me);
    const response = await me.delete(url());
    expect([response.status, response.body.result]).toEqual([200, { removed: true }]);
    expect(await imageOf(me)).toBeNull();
    expect(await result(address)).toBe(404);
    const auditEvents = () => testServer.query(`select before, after from audit where action = 'user.pictureRemoved'`);
    expect(await auditEvents()).toEqual([{ before: { profilePicture: address }, after: { profilePicture: null } }]);
    expect((await me.delete(url())).body.result).toEqual({ removed: false });
    expect(await auditEvents()).toHaveLength(1);
  });

  test('the image of another user cannot be removed', async () => {
    const colleague = await createClient(testServer, await createUser(testServer, { node: org }));
    await colleague.post(url(colleague), onePixelImage, { 'content-type': 'image/bmp' });
    const { status, body } = await me.delete(url(colleague));
    expect([status, body.messageCode]).toEqual([404, 'user.unknown']);
    const address = await imageOf(colleague);
    expect(await result(address)).toBe(200);
  });
});
