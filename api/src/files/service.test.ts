import { createHmac } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { createOrganisation, createUser, type ApiClient, type TestNode, createClient } from '../../test/builders.ts';
import { writeBmp } from '../platform/files/bmp.ts';
import { bmpImage, oversizedPng, plainImage, readStored } from '../../test/image-files.ts';
import { startTestServer } from '../../test/server.ts';

const testServer = await startTestServer();
let org: TestNode;
let otherOrg: TestNode;
let uploader: ApiClient;
let otherUploader: ApiClient;
let png: Buffer;

beforeAll(async () => {
  [org, otherOrg] = [await createOrganisation(testServer), await createOrganisation(testServer)];
  uploader = await createClient(testServer, await createUser(testServer, { node: org, rights: ['edit_node_theme'] }));
  otherUploader = await createClient(testServer, await createUser(testServer, { node: otherOrg }));
  png = await plainImage(400, 200).png().toBuffer();
});

const requestSignedUrl = (key = 'brand/Logo.PNG', client = uploader) =>
  client.get(`/common/getPreSignedUrl?${String(new URLSearchParams({ key, bucket: 'essentials' }))}`);
const signedUrl = async (key?: string, client?: ApiClient) =>
  (await requestSignedUrl(key, client)).body.result as string;
type PutOptions = { readonly type?: string; readonly host?: string; readonly origin?: string };
const put = (url: string, bytes: Uint8Array, { type = 'image/png', host = org.host, ...headers }: PutOptions = {}) =>
  testServer.request({
    method: 'PUT',
    url,
    host,
    body: Buffer.from(bytes),
    headers: { 'content-type': type, ...headers },
  });
const fetchFile = async (address: string, host = org.host) => {
  const { statusCode, rawPayload, headers } = await testServer.app.inject({ url: address, headers: { host } });
  return { status: statusCode, bytes: rawPayload, headers };
};
const storedFiles = () =>
  readdirSync(testServer.filesFolder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(testServer.filesFolder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => [path, readFileSync(path).toString('base64')]);
const pathOf = (url: string) => url.split('?', 1)[0]!;

describe('a signed upload URL', () => {
  test('accepts one image, which is then served at the URL’s path', async () => {
    const url = await signedUrl();
    expect(pathOf(url)).toMatch(new RegExp(`^/files/${org.id}/[\\w-]{24}\\.webp$`));
    expect((await fetchFile(pathOf(url))).status).toBe(404);
    const { status, body } = await put(url, png);
    expect([status, body.result]).toEqual([200, { Location: pathOf(url) }]);
    const { bytes, headers } = await fetchFile(pathOf(url));
    expect(await readStored(bytes).metadata()).toMatchObject({ format: 'webp', width: 400, height: 200 });
    expect(headers).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    });
  });

  test('leads to a picture that is served by its organisation and the portal of the installation only', async () => {
    const url = await signedUrl();
    await put(url, png);
    const statusOn = async (host: string) => (await fetchFile(pathOf(url), host)).status;
    expect([await statusOn(org.host), await statusOn(`${org.host}:8080`), await statusOn('localhost')]).toEqual([
      200, 200, 200,
    ]);
    expect([await statusOn(otherOrg.host), await statusOn('nobody.example')]).toEqual([404, 404]);
  });

  test('is unique and in the actor’s organisation folder, whatever key or bucket is requested', async () => {
    const elsewhere = `/files/${otherOrg.id}/aaaaaaaaaaaaaaaaaaaaaaaa.webp`;
    for (const key of [
      `../../${otherOrg.id}/x.png`,
      `${elsewhere}/x.png`,
      'https://evil.example/x.png',
      '..%2f..%2fx.png',
    ]) {
      const [first, second] = [await signedUrl(key), await signedUrl(key)];
      expect(first).toContain(`/files/${org.id}/`);
      expect(pathOf(first)).not.toBe(pathOf(second));
      expect(first).not.toContain('evil');
    }
    expect(await signedUrl('x.png', otherUploader)).toContain(`/files/${otherOrg.id}/`);
  });

  test.for(['logo.svg', 'logo.webp', 'page.html', 'film.webm', 'archive.png.zip', 'noEnding', '.png/'])(
    'is not issued for a file name that is neither an image nor a video: %s',
    async (key) => {
      const { status, body } = await requestSignedUrl(key);
      expect([status, body.messageCode]).toEqual([400, 'field.imageFormat']);
    },
  );

  test('accepts only one upload, also for concurrent requests', async () => {
    const url = await signedUrl();
    const responses = await Promise.all([put(url, png), put(url, await plainImage(9, 9).png().toBuffer())]);
    expect(responses.map(({ status }) => status).toSorted((first, second) => first - second)).toEqual([200, 409]);
    const { bytes } = await fetchFile(pathOf(url));
    const secondUpload = await put(url, await plainImage(5, 5).png().toBuffer());
    expect([secondUpload.status, secondUpload.body.messageCode]).toEqual([409, 'file.addressUsed']);
    expect((await fetchFile(pathOf(url))).bytes).toEqual(bytes);
  });

  test('expires after five minutes', async () => {
    const [earlyUrl, lateUrl] = [await signedUrl(), await signedUrl()];
    await testServer.advanceClock('4 minutes 50 seconds');
    expect((await put(earlyUrl, png)).status).toBe(200);
    await testServer.advanceClock('5 minutes 1 second');
    const { status, body } = await put(lateUrl, png);
    await testServer.advanceClock('0');
    expect([status, body.messageCode]).toEqual([400, 'file.addressInvalid']);
  });

  test('is valid only for its path, host, media type and expiry, and rejected uploads store nothing', async () => {
    const url = await signedUrl();
    const [query, before] = [new URL(url, 'http://x').searchParams, storedFiles()];
    const forged = createHmac('sha256', Buffer.alloc(32)).update('PUT').digest('base64url');
    const invalidRequests: [string, PutOptions?][] = [
      [pathOf(url)],
      [url.replace(/signature=./, (match) => (match.endsWith('A') ? 'signature=B' : 'signature=A'))],
      [url.replace(/signature=.*/, 'signature=')],
      [url.replace(/signature=.*/, `signature=${forged}`)],
      [url.replace(org.id, otherOrg.id)],
      [url.replace('.webp', '.html')],
      [url.replace(/\/[\w-]{24}\.webp/, '/aaaaaaaaaaaaaaaaaaaaaaaa.webp')],
      [url.replace(/expires=\d+/, `expires=${Number(query.get('expires')) + 3600}`)],
      [url.replace('image%2Fpng', 'text%2Fhtml'), { type: 'text/html' }],
      [url.replace('image%2Fpng', 'image%2Fjpeg'), { type: 'image/jpeg' }],
      [url, { host: otherOrg.host }],
      [url, { host: 'localhost' }],
      [url, { type: 'image/jpeg' }],
      [url, { type: 'application/octet-stream' }],
    ];
    for (const [address, options] of invalidRequests) {
      const { status, body } = await put(address, png, options);
      expect([400, 415]).toContain(status);
      expect(['file.addressInvalid', 'input.mediaType']).toContain(body.messageCode);
    }
    expect((await put(url, png, { origin: 'https://evil.example' })).body.messageCode).toBe('session.forged');
    expect(storedFiles()).toEqual(before);
    expect((await put(url, png)).status).toBe(200);
  });

  test('requires a permission to change something that contains images', async () => {
    const unauthorised = await createClient(
      testServer,
      await createUser(testServer, { node: org, rights: ['list_users'] }),
    );
    expect((await requestSignedUrl('x.png', unauthorised)).status).toBe(403);
    for (const right of ['update_organisation_theme', 'edit_node_module', 'edit_setting'])
      expect(
        (
          await requestSignedUrl(
            'x.png',
            await createClient(testServer, await createUser(testServer, { node: org, rights: [right] })),
          )
        ).status,
      ).toBe(200);
  });
});

describe.for(['/common/uploadfile', '/common/uploadfileons3'])('%s', (url) => {
  test('accepts an image as raw body or form and returns its path', async () => {
    const form = new FormData();
    form.append('file', new Blob([png as Uint8Array<ArrayBuffer>], { type: 'image/png' }), 'logo.png');
    const request = new Request('http://localhost', { method: 'POST', body: form });
    const bare = await uploader.post(url, png, { 'content-type': 'image/png' });
    const inForm = await uploader.post(url, Buffer.from(await request.arrayBuffer()), {
      'content-type': request.headers.get('content-type') ?? '',
    });
    for (const { status, body } of [bare, inForm]) {
      expect(status).toBe(200);
      const { Location } = body.result as { Location: string };
      expect(Location).toContain(`/files/${org.id}/`);
      expect(await readStored((await fetchFile(Location)).bytes).metadata()).toMatchObject({ width: 400, height: 200 });
    }
  });

  test('stores one image for repeated uploads with the same idempotency key', async () => {
    const send = () => uploader.post(url, png, { 'content-type': 'image/png', 'idempotency-key': `once-${url}` });
    const [first, before] = [await send(), storedFiles().length];
    expect((await send()).body).toEqual(first.body);
    expect(storedFiles()).toHaveLength(before);
  });
});

describe('an uploaded image', () => {
  const storedImage = async (bytes: Uint8Array, type = 'image/png') => {
    const { body } = await uploader.post('/common/uploadfile', Buffer.from(bytes), { 'content-type': type });
    return (await fetchFile(body.result.Location as string)).bytes;
  };

  test.for([
    ['wide', 4000, 1000, 2560, 640],
    ['tall', 1000, 5120, 500, 2560],
    ['small', 33, 7, 33, 7],
  ] as const)(
    'keeps its aspect ratio and is scaled down to the maximum size: %s',
    async ([, width, height, wide, tall]) => {
      expect(
        await readStored(await storedImage(await plainImage(width, height).png().toBuffer())).metadata(),
      ).toMatchObject({
        width: wide,
        height: tall,
      });
    },
  );

  test('keeps the transparency of a bitmap', async () => {
    const pixels = Uint8Array.from({ length: 40 * 40 * 4 }, (_, index) => (index % 4 === 3 ? 128 : 200));
    const stored = await storedImage(writeBmp({ width: 40, height: 40, channels: 4, pixels }), 'image/bmp');
    expect((await readStored(stored).stats()).channels[3]).toMatchObject({ min: 128, max: 128 });
  });

  test.for([
    ['zeros', Buffer.alloc(4096)],
    ['a text of the camera', Buffer.from('camera')],
  ] as const)('may have %s behind it', async ([, behind]) => {
    const photo = await plainImage(90, 60).jpeg().toBuffer();
    expect(await readStored(await storedImage(Buffer.concat([photo, behind]))).metadata()).toMatchObject({ width: 90 });
  });

  test('keeps its transparency', async () => {
    const transparentImage = await plainImage(40, 40).ensureAlpha(0).png().toBuffer();
    const { data } = await readStored(await storedImage(transparentImage))
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(data[3]).toBe(0);
  });

  test('is stripped of metadata and rotated upright', async () => {
    const photo = await plainImage(80, 40)
      .jpeg()
      .withMetadata({ orientation: 6 })
      .withExifMerge({ IFD0: { Copyright: 'canary-of-the-camera' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
      .toBuffer();
    const bytes = await storedImage(photo, 'image/jpeg');
    const { exif, icc, xmp, width, height } = await readStored(bytes).metadata();
    expect([exif, icc, xmp, width, height]).toEqual([undefined, undefined, undefined, 40, 80]);
    expect(bytes.toString('latin1')).not.toContain('canary');
  });

  test('is stripped of data appended to it', async () => {
    const bytes = await storedImage(Buffer.concat([png, Buffer.from('<script>alert(1)</script>PK\u0003\u0004')]));
    expect(bytes.toString('latin1')).not.toMatch(/script|PK/);
  });
});

describe('a file that is not a valid image', () => {
  const html = '<!doctype html><script>alert(1)</script>';
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:x="http://www.w3.org/1999/xlink"><image x:href="http://127.0.0.1/"/></svg>';
  const start = (hex: string, rest: string) => Buffer.concat([Buffer.from(hex, 'hex'), Buffer.from(rest)]);

  test.for([
    ['nothing', () => Buffer.alloc(0), 'field.imageFormat'],
    ['HTML', () => Buffer.from(html), 'field.imageFormat'],
    ['SVG', () => Buffer.from(svg), 'field.imageFormat'],
    ['gzipped SVG', () => start('1f8b08000000000000', svg), 'field.imageFormat'],
    ['a GIF that is also a script', () => Buffer.from('GIF89a/*=1;alert(1)//'), 'field.imageFormat'],
    ['HTML after a PNG signature', () => start('89504e470d0a1a0a', html), 'field.imageFormat'],
    ['HTML after a JPEG signature', () => start('ffd8ffe0', html), 'field.imageFormat'],
    ['HTML after a WebP signature', () => start('524946460000000057454250', html), 'field.imageFormat'],
    ['HTML after a BMP signature', () => start('424d', html), 'field.imageFormat'],
    ['a PDF', () => Buffer.from('%PDF-1.7 <script>'), 'field.imageFormat'],
    ['an executable', () => start('4d5a', 'x'.repeat(200)), 'field.imageFormat'],
    ['an archive', () => start('504b0304', 'x'.repeat(200)), 'field.imageFormat'],
    ['a truncated PNG', () => png.subarray(0, png.length / 2), 'field.imageFormat'],
    ['a truncated BMP', () => bmpImage(24, 40).subarray(0, 2000), 'field.imageFormat'],
    ['too many pixels', () => oversizedPng(30_000, 30_000), 'field.imagePixels'],
    ['too many pixels on one side', () => oversizedPng(1, 40_000_001), 'field.imagePixels'],
    ['six megabytes', () => Buffer.concat([png, Buffer.alloc(6_291_456 - png.length)]), 'field.imageTooLarge'],
  ] as const)('is rejected by every upload endpoint and stores nothing: %s', async ([, createContent, code]) => {
    const [url, before] = [await signedUrl(), storedFiles()];
    for (const response of [
      await put(url, createContent()),
      await uploader.post('/common/uploadfile', createContent(), { 'content-type': 'image/png' }),
      await uploader.post('/common/uploadfileons3', createContent(), { 'content-type': 'image/png' }),
    ])
      expect([response.status, response.body.messageCode]).toEqual([400, code]);
    expect(storedFiles()).toEqual(before);
    expect((await fetchFile(pathOf(url))).status).toBe(404);
  });
});
