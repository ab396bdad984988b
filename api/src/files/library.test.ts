import { beforeAll, describe, expect, test } from 'vitest';
import {
  createClient,
  createNode,
  createOrganisation,
  createUser,
  type ApiClient,
  type TestNode,
} from '../../test/builders.ts';
import { plainImage } from '../../test/image-files.ts';
import { createProduct } from '../../test/product-samples.ts';
import { startS3Server } from '../../test/s3-server.ts';
import { startTestServer } from '../../test/server.ts';
import { isoVideo } from '../../test/video-files.ts';

const s3 = await startS3Server();
const server = await startTestServer({
  s3Endpoint: s3.access.endpoint,
  s3Region: s3.access.region,
  s3Bucket: s3.access.bucket,
  s3AccessKeyId: s3.access.accessKeyId,
  s3SecretAccessKey: s3.access.secretAccessKey,
});
const mediaUrl = '/common/media';
type Listed = {
  id: string;
  Location: string;
  name: string;
  used: boolean;
  createdBy: string;
  can: { delete: boolean };
};

let org: TestNode;
let company: TestNode;
let store: TestNode;
let admin: ApiClient;
let storeManager: ApiClient;
beforeAll(async () => {
  org = await createOrganisation(server);
  company = await createNode(server, { nodeType: 'COMPANY', parent: org });
  store = await createNode(server, { nodeType: 'STORE', parent: company });
  admin = await createClient(server, await createUser(server, { node: org }));
  storeManager = await createClient(server, await createUser(server, { node: store }));
});

const png = () => plainImage(60, 80).png().toBuffer();
const uploadNamed = async (name: string, { client = admin, bytes }: { client?: ApiClient; bytes?: Buffer } = {}) => {
  const url = (await client.get(`/common/getPreSignedUrl?key=${encodeURIComponent(name)}`)).body.result as string;
  const type = name.endsWith('.mp4') ? 'video/mp4' : 'image/png';
  const body = bytes ?? (name.endsWith('.mp4') ? isoVideo() : await png());
  const { status } = await server.request({
    method: 'PUT',
    url,
    host: org.host,
    body,
    headers: { 'content-type': type },
  });
  expect(status).toBe(200);
  return url.split('?', 1)[0]!;
};
const list = async (query = '', client = admin) => {
  const { status, body } = await client.get(`${mediaUrl}?size=100${query}`);
  expect(status).toBe(200);
  return body as { result: Listed[]; total: number };
};
const names = async (query?: string, client?: ApiClient) => (await list(query, client)).result.map(({ name }) => name);
const fileAt = async (address: string, client?: ApiClient) =>
  (await list('', client)).result.find(({ Location }) => Location === address);
const sectionUrl = (node: TestNode) => `/node-management/node/${node.id}/settings/theme`;
const setLogo = (node: TestNode, address: string, startsAt?: string) =>
  admin.put(sectionUrl(node), { fields: { logoURL: { value: address } }, ...(startsAt && { startsAt }) });

describe('the media library', () => {
  test('lists the files of the organisation with name, kind, size, and who uploaded them', async () => {
    const [image, video] = [await uploadNamed('Spring Größe.png'), await uploadNamed('Spring film.mp4')];
    const { user } = admin;
    expect(await fileAt(image)).toMatchObject({
      name: 'Spring Größe.png',
      kind: 'image',
      type: 'image/webp',
      width: 60,
      height: 80,
      duration: null,
      createdBy: expect.stringContaining(' '),
      used: false,
      can: { delete: true },
    });
    expect(await fileAt(video)).toMatchObject({ kind: 'video', type: 'video/mp4', width: 640, duration: 2500 });
    expect(await server.query('select created_by from uploads where address = $1', [image])).toEqual([
      { created_by: user.id },
    ]);
  });

  test('finds files by words of their names in any order, by kind and by use, in pages', async () => {
    for (const name of ['library autumn one.png', 'library autumn two.png', 'library winter.mp4'])
      await uploadNamed(name);
    expect(await names('&search=autumn%20library&sort=name:asc')).toEqual([
      'library autumn one.png',
      'library autumn two.png',
    ]);
    expect(await names('&search=library&kind=video')).toEqual(['library winter.mp4']);
    expect(await names('&search=library&used=yes')).toEqual([]);
    expect(await names('&search=%25')).toEqual([]);
    const page = async (query: string) =>
      (await admin.get(`${mediaUrl}?search=library&sort=name:asc&${query}`)).body as {
        result: Listed[];
        total: number;
      };
    const [first, second, beyond] = [
      await page('page=0&size=2'),
      await page('page=1&size=2'),
      await page('page=9&size=2'),
    ];
    expect([first.result.length, second.result.map(({ name }) => name), first.total]).toEqual([
      2,
      ['library winter.mp4'],
      3,
    ]);
    expect([beyond.result, beyond.total]).toEqual([[], 3]);
    expect((await names('&search=library&sort=bytes:desc')).length).toBe(3);
  });

  test('finds the files with exactly the searched name first, in every order', async () => {
    for (const name of ['A crest.png', 'crest.png', 'Crest.mp4', 'crest-old.png']) await uploadNamed(name);
    const found = (query: string) => names(`&search=CREST${query}`);
    expect((await found('&sort=name:asc')).slice(0, 2)).toEqual(['Crest.mp4', 'crest.png']);
    expect(await found('&sort=name:desc')).toEqual(['crest.png', 'Crest.mp4', 'crest-old.png', 'A crest.png']);
    expect(await names('&search=crest.PNG&sort=name:asc')).toEqual(['crest.png', 'A crest.png']);
  });

  test('says which settings, products and drafts use a file, also past and planned values', async () => {
    const address = await uploadNamed('used.png');
    await setLogo(company, address);
    await setLogo(company, await uploadNamed('replaces it.png'));
    const planned = await setLogo(store, address, '2099-01-01T00:00');
    expect([planned.status, planned.body]).toEqual([200, expect.anything()]);
    await admin.put(`${sectionUrl(org)}/draft`, { fields: { logoURL: { value: address } } });
    const product = await createProduct(admin, { imageUrls: [address] });
    const file = await fileAt(address);
    expect(file).toMatchObject({ used: true, can: { delete: false } });
    const { body } = await admin.get(`${mediaUrl}/${file!.id}/uses`);
    const uses = (body.result.uses as Record<string, unknown>[]).map(({ kind, state, section, name }) => [
      kind,
      state,
      section,
      name,
    ]);
    expect(uses).toEqual([
      ['product', 'now', null, expect.any(String)],
      ['setting', 'planned', 'theme', store.name],
      ['draft', 'planned', 'theme', org.name],
      ['setting', 'earlier', 'theme', company.name],
    ]);
    expect(body.result).toMatchObject({ total: 4, hidden: 0 });
    expect((body.result.uses as { recordId: string }[])[0]!.recordId).toBe(product.id);
  });

  test('shows users of a store their own uploads, what they inherit, and what their own area uses, and counts other uses', async () => {
    const otherStore = await createNode(server, { nodeType: 'STORE', parent: company });
    const [own, inherited, ofStore, elsewhere, unused] = [
      await uploadNamed('scope own.png', { client: storeManager }),
      await uploadNamed('scope inherited.png'),
      await uploadNamed('scope of the store.png'),
      await uploadNamed('scope elsewhere.png'),
      await uploadNamed('scope unused.png'),
    ];
    await setLogo(company, inherited);
    await setLogo(store, ofStore);
    await setLogo(otherStore, elsewhere);
    await setLogo(otherStore, ofStore);
    expect(await names('&search=scope&sort=name:asc', storeManager)).toEqual([
      'scope inherited.png',
      'scope of the store.png',
      'scope own.png',
    ]);
    expect((await names('&search=scope')).length).toBe(5);
    expect([elsewhere, unused, own].length).toBe(3);
    const file = await fileAt(ofStore, storeManager);
    const { body } = await storeManager.get(`${mediaUrl}/${file!.id}/uses`);
    expect([body.result.total, body.result.hidden]).toEqual([1, 1]);
    const other = await createOrganisation(server);
    const stranger = await createClient(server, await createUser(server, { node: other }));
    expect((await list('', stranger)).total).toBe(0);
    expect((await stranger.get(`${mediaUrl}/${file!.id}/uses`)).body.messageCode).toBe('file.unknown');
    expect((await stranger.delete(`${mediaUrl}/${file!.id}`)).body.messageCode).toBe('file.unknown');
  });

  test('deletes a file that nothing uses, with its content, and the audit names it', async () => {
    const address = await uploadNamed('to delete.png');
    const file = await fileAt(address);
    const { status } = await admin.delete(`${mediaUrl}/${file!.id}`);
    expect([status, await fileAt(address), s3.objects.has(address.slice(1))]).toEqual([200, undefined, false]);
    expect((await admin.delete(`${mediaUrl}/${file!.id}`)).body.messageCode).toBe('file.unknown');
    expect(
      await server.query(`select action, before ->> 'name' as name from audit where entity_id = $1`, [file!.id]),
    ).toEqual([{ action: 'file.deleted', name: 'to delete.png' }]);
  });

  test('refuses to delete a file in use, also by a past value, and below the top one of somebody else', async () => {
    const address = await uploadNamed('kept.png');
    await setLogo(company, address);
    await setLogo(company, await uploadNamed('kept no longer.png'));
    const file = await fileAt(address);
    const refused = await admin.delete(`${mediaUrl}/${file!.id}`);
    expect([refused.status, refused.body.messageCode]).toEqual([409, 'file.inUse']);
    const free = await fileAt(await uploadNamed('of head office.png'));
    expect((await storeManager.delete(`${mediaUrl}/${free!.id}`)).body.messageCode).toBe('file.notYours');
    const own = await fileAt(await uploadNamed('of the store.png', { client: storeManager }), storeManager);
    expect((await storeManager.delete(`${mediaUrl}/${own!.id}`)).status).toBe(200);
  });

  test('keeps a file whose content cannot be deleted just now, and deletes it afterwards', async () => {
    const file = await fileAt(await uploadNamed('later.png'));
    s3.fail(503);
    const { status, body } = await admin.delete(`${mediaUrl}/${file!.id}`);
    s3.fail(undefined);
    expect([status, body.messageCode]).toEqual([503, 'file.storeSilent']);
    expect((await fileAt(file!.Location))?.id).toBe(file!.id);
    expect((await admin.delete(`${mediaUrl}/${file!.id}`)).status).toBe(200);
  });

  test('needs the permission to list settings, and to edit them for deleting', async () => {
    const file = await fileAt(await uploadNamed('permission.png'));
    const reader = await createClient(server, await createUser(server, { node: org, rights: ['list_setting'] }));
    const nobody = await createClient(server, await createUser(server, { node: org, rights: ['list_users'] }));
    expect((await fileAt(file!.Location, reader))?.can).toEqual({ delete: false });
    expect((await reader.delete(`${mediaUrl}/${file!.id}`)).status).toBe(403);
    expect([(await nobody.get(mediaUrl)).status, (await nobody.get(`${mediaUrl}/${file!.id}/uses`)).status]).toEqual([
      403, 403,
    ]);
  });
});
