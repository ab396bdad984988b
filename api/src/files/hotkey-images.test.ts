import { beforeAll, describe, expect, test } from 'vitest';
import {
  createClient,
  createNode,
  createOrganisation,
  createUser,
  type ApiClient,
  type TestNode,
} from '../../test/builders.ts';
import { bmpImage, plainImage, readStored } from '../../test/image-files.ts';
import { startS3Server } from '../../test/s3-server.ts';
import { createProduct } from '../../test/product-samples.ts';
import { startTestServer } from '../../test/server.ts';
import { isoVideo } from '../../test/video-files.ts';

const s3 = await startS3Server();
const [onDisk, onS3] = [
  await startTestServer(),
  await startTestServer({
    s3Endpoint: s3.access.endpoint,
    s3Region: s3.access.region,
    s3Bucket: s3.access.bucket,
    s3AccessKeyId: s3.access.accessKeyId,
    s3SecretAccessKey: s3.access.secretAccessKey,
  }),
];

describe.for([
  ['the disk', onDisk],
  ['S3', onS3],
] as const)('images of hotkeys on %s', ([, server]) => {
  let org: TestNode;
  let store: TestNode;
  let admin: ApiClient;
  let png: Buffer;
  beforeAll(async () => {
    org = await createOrganisation(server);
    store = await newStore();
    admin = await createClient(server, await createUser(server, { node: org }));
    png = await plainImage(40, 30).png().toBuffer();
  });

  const newStore = async () =>
    createNode(server, { nodeType: 'STORE', parent: await createNode(server, { nodeType: 'COMPANY', parent: org }) });
  const keyOf = (owner: TestNode, name = 'cola.png') => `organization/hotkeys/${owner.id}/${name}`;
  const sign = (key: string, { bucket = 'essentials', client = admin } = {}) =>
    client.get(`/common/getPreSignedUrl?${String(new URLSearchParams({ key, bucket }))}`);
  const put = (url: string, body: Buffer, type = 'image/png') =>
    server.request({ method: 'PUT', url, host: org.host, body, headers: { 'content-type': type } });
  const upload = (query: Record<string, string>, bytes: Buffer, client = admin) =>
    client.post(`/common/uploadfileons3?${String(new URLSearchParams(query))}`, bytes, { 'content-type': 'image/png' });
  const fetched = async (address: string) => server.app.inject({ url: address, headers: { host: org.host } });

  test.for([
    ['png', 'image/png', () => plainImage(30, 30).png().toBuffer()],
    ['jpg', 'image/jpeg', () => plainImage(30, 30).jpeg().toBuffer()],
    ['jpeg', 'image/jpeg', () => plainImage(30, 30).jpeg().toBuffer()],
    ['bmp', 'image/bmp', async () => bmpImage(24, 30)],
  ] as const)(
    'an image is stored through a signed address under its key, in the format that the key names: %s',
    async ([extension, type, image]) => {
      const key = keyOf(store, `cola.${extension}`);
      const url = (await sign(key)).body.result as string;
      const { status, body } = await put(url, await image(), type);
      const { Location } = body.result as { Location: string };
      expect([status, Location]).toEqual([200, url.split('?', 1)[0]]);
      expect(Location).toMatch(new RegExp(`^/files/${org.id}/essentials/[\\w-]{24}/${key}$`));
      const { headers, rawPayload } = await fetched(Location);
      expect([headers['content-type'], headers['x-content-type-options']]).toEqual([type, 'nosniff']);
      const again = await upload({ key, bucket: 'essentials' }, rawPayload);
      expect([again.status, again.body.result?.Location?.endsWith(`/${key}`)]).toEqual([200, true]);
      expect(
        await server.query('select type, name, width, height, created_by from uploads where address = $1', [Location]),
      ).toEqual([{ type, name: `cola.${extension}`, width: 30, height: 30, created_by: admin.user.id }]);
    },
  );

  test('an image is uploaded directly with key and bucket as query or as fields of the form', async () => {
    const key = keyOf(org, 'K-1_x.png');
    const form = new FormData();
    form.append('key', key);
    form.append('bucket', 'essentials');
    form.append('file', new Blob([png as Uint8Array<ArrayBuffer>], { type: 'image/png' }), 'other.png');
    const request = new Request('http://localhost', { method: 'POST', body: form });
    const inForm = await admin.post('/common/uploadfileons3', Buffer.from(await request.arrayBuffer()), {
      'content-type': request.headers.get('content-type') ?? '',
    });
    for (const { status, body } of [
      inForm,
      await upload({ key, bucket: 'essentials' }, png),
      await upload({ key }, png),
    ])
      expect([status, body.result?.Location?.endsWith(`/${key}`)]).toEqual([200, true]);
  });

  test('a second upload is a new version, and the earlier address keeps its image as long as it is used', async () => {
    const key = keyOf(store);
    const locationOf = async (image: Buffer) =>
      (await upload({ key, bucket: 'essentials' }, image)).body.result.Location as string;
    const [first, second] = [await locationOf(png), await locationOf(await plainImage(50, 60).png().toBuffer())];
    expect(first).not.toBe(second);
    const widthOf = async (address: string) => (await readStored((await fetched(address)).rawPayload).metadata()).width;
    expect([await widthOf(first), await widthOf(second)]).toEqual([40, 50]);
    await createProduct(admin, { imageUrls: [first] });
    const dates = await server.query<{ kept: boolean }>(
      'select deletion_date is null as kept from uploads where address = any($1) order by address = $2',
      [[first, second], second],
    );
    expect(dates).toEqual([{ kept: true }, { kept: false }]);
  });

  test('an image is refused unless its content has the format of the key', async () => {
    const jpeg = await plainImage(40, 30).jpeg().toBuffer();
    for (const [name, bytes, type] of [
      ['a.png', jpeg, 'image/png'],
      ['a.jpg', png, 'image/jpeg'],
      ['a.bmp', png, 'image/bmp'],
      ['a.png', isoVideo(), 'image/png'],
      ['a.png', Buffer.from('<!doctype html><script>1</script>'), 'image/png'],
    ] as const) {
      const url = (await sign(keyOf(store, name))).body.result as string;
      for (const { status, body } of [await put(url, bytes, type), await upload({ key: keyOf(store, name) }, bytes)])
        expect([name, status, body.messageCode]).toEqual([name, 400, 'field.imageFormat']);
      expect((await fetched(url.split('?', 1)[0]!)).statusCode).toBe(404);
    }
  });

  test('an image is refused under a key that is not exactly that of a hotkey, or in another bucket', async () => {
    for (const [key, bucket] of [
      [keyOf(store), 'other'],
      [keyOf(store), ''],
      [`/${keyOf(store)}`, 'essentials'],
      [`x/${keyOf(store)}`, 'essentials'],
      [keyOf(store, '../x.png'), 'essentials'],
      [keyOf(store, '..%2fx.png'), 'essentials'],
      [keyOf(store, 'a/b.png'), 'essentials'],
      [keyOf(store, 'a\\b.png'), 'essentials'],
      [keyOf(store, 'a.b.png'), 'essentials'],
      [keyOf(store, '.png'), 'essentials'],
      [keyOf(store, `${'a'.repeat(65)}.png`), 'essentials'],
      [keyOf(store, 'film.mp4'), 'essentials'],
      ['organization/hotkeys/../../x.png', 'essentials'],
      ['organization/hotkeys/x.png', 'essentials'],
      ['organization//hotkeys/x/y.png', 'essentials'],
      [`ORGANIZATION/hotkeys/${store.id}/a.png`, 'essentials'],
      [`organization\\hotkeys\\${store.id}\\a.png`, 'essentials'],
    ] as const)
      for (const { status, body } of [await sign(key, { bucket }), await upload({ key, bucket }, png)])
        expect([key, status, body.messageCode]).toEqual([key, 400, 'file.keyInvalid']);
    expect((await sign(keyOf(store, 'a\u0000.png'))).body.messageCode).toBe('input.invalid');
    expect((await sign(keyOf(store, 'page.svg'))).body.messageCode).toBe('field.imageFormat');
    expect((await sign(keyOf(store, 'Cola.PNG'))).body.result).toContain(`${keyOf(store, 'Cola.png')}?`);
  });

  test('an image is refused for an owner outside of the scope, and without the permission to edit its settings', async () => {
    const elsewhere = await createOrganisation(server);
    const ofStore = await createUser(server, { node: store });
    const client = await createClient(server, ofStore);
    const reader = await createClient(
      server,
      await createUser(server, { node: org, rights: ['edit_node_theme', 'edit_setting'] }),
    );
    for (const [from, owner, code] of [
      [admin, elsewhere, 'node.unknown'],
      [client, org, 'node.unknown'],
      [reader, store, 'setting.notYours'],
    ] as const)
      for (const { body } of [
        await sign(keyOf(owner), { client: from }),
        await upload({ key: keyOf(owner), bucket: 'essentials' }, png, from),
      ])
        expect(body.messageCode).toBe(code);
    expect((await sign(keyOf(store), { client })).status).toBe(200);
  });

  test('an image is not stored through a signed address that was altered', async () => {
    const url = (await sign(keyOf(store))).body.result as string;
    const other = await newStore();
    for (const altered of [
      url.replace(store.id, other.id),
      url.replace('cola.png', 'tea.png'),
      url.replace('/essentials/', '/other/'),
      url.replace(/essentials\/[\w-]{24}/, `essentials/${'a'.repeat(24)}`),
      url.replace(/by=[\w-]+/, `by=${store.id}`),
    ]) {
      const { status } = await put(altered, png);
      expect([altered, status >= 400]).toEqual([altered, true]);
    }
    expect((await put(url, png)).status).toBe(200);
    expect((await put(url, png)).body.messageCode).toBe('file.addressUsed');
  });
});
