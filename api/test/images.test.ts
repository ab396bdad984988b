import { readdirSync, readFileSync, statSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { createOrganisation, createUser, type ApiClient, type TestNode, createClient } from './builders.ts';
import { onePixelImage } from './uploads.ts';
import { bmpImage, oversizedPng, plainImage, readStored } from './image-files.ts';
import { startTestServer } from './server.ts';

const testServer = await startTestServer();
const limit = 6_291_456;
let org: TestNode;
let me: ApiClient;

beforeAll(async () => {
  org = await createOrganisation(testServer);
  me = await createClient(testServer, await createUser(testServer, { node: org, rights: [] }));
});

const url = (client = me) => `/user-management/users/${client.user.id}/profile-picture`;
const uploadRaw = (bytes: Uint8Array, type = 'image/png') =>
  me.post(url(), Buffer.from(bytes), { 'content-type': type });
async function uploadMultipart(bytes: Uint8Array, name = 'me.png', type = 'image/png', field = 'file') {
  const form = new FormData();
  form.append(field, new Blob([bytes as Uint8Array<ArrayBuffer>], { type }), name);
  const request = new Request('http://localhost', { method: 'POST', body: form });
  return me.post(url(), Buffer.from(await request.arrayBuffer()), {
    'content-type': request.headers.get('content-type') ?? '',
  });
}
const storedAddress = async () =>
  (await testServer.query('select profile_picture from users where id = $1', [me.user.id]))[0]![
    'profile_picture'
  ] as string;
const storedFiles = () =>
  readdirSync(testServer.filesFolder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(testServer.filesFolder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => [path, readFileSync(path).toString('base64')]);
const fetchImage = async (address: string) => {
  const { statusCode, rawPayload, headers } = await testServer.app.inject({
    url: address,
    headers: { host: org.host },
  });
  return { status: statusCode, bytes: rawPayload, headers };
};

describe('the own profile image', () => {
  test.for([
    ['a jpeg', () => plainImage(900, 600).jpeg().toBuffer()],
    ['a png with holes', () => plainImage(300, 500).ensureAlpha(0.5).png().toBuffer()],
    ['a bitmap of 1 bit', async () => bmpImage(1, 33)],
    ['a bitmap of 4 bits', async () => bmpImage(4, 33)],
    ['a bitmap of 8 bits', async () => bmpImage(8, 33)],
    ['a bitmap of 24 bits', async () => bmpImage(24, 33)],
    ['a bitmap of 32 bits', async () => bmpImage(32, 33)],
  ] as const)('accepts a profile image as %s, raw or multipart, and stores it as a square WebP', async ([, make]) => {
    const bytes = await make();
    for (const send of [uploadRaw, uploadMultipart]) {
      const { status, body } = await send(bytes);
      expect([status, body.result]).toEqual([200, await storedAddress()]);
      const { status: result, bytes: stored, headers } = await fetchImage(await storedAddress());
      expect(result).toBe(200);
      expect(await readStored(stored).metadata()).toMatchObject({ format: 'webp', width: 512, height: 512 });
      expect(headers).toMatchObject({
        'content-type': 'image/webp',
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, max-age=31536000, immutable',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      });
    }
  });

  test('the new image is returned with the user, and increments the user’s version', async () => {
    const before = (await me.get(`/user-management/users/${me.user.id}`)).body.result;
    await uploadRaw(onePixelImage);
    const after = (await me.get(`/user-management/users/${me.user.id}`)).body.result;
    expect(after).toMatchObject({ profilePicture: await storedAddress(), version: before.version + 1 });
    const [auditEvent] = await testServer.query(
      `select before, after from audit where action = 'user.pictureChanged' order by at desc limit 1`,
    );
    expect(auditEvent).toEqual({
      before: { profilePicture: before.profilePicture },
      after: { profilePicture: after.profilePicture },
    });
  });

  test('the image keeps its colours, and is rotated by its EXIF orientation', async () => {
    const left = await sharp({ create: { width: 200, height: 200, channels: 3, background: 'white' } })
      .composite([{ input: await plainImage(200, 100).png().toBuffer(), gravity: 'north' }])
      .jpeg()
      .withMetadata({ orientation: 6 })
      .withExifMerge({ IFD0: { Copyright: 'canary-of-the-camera' } })
      .toBuffer();
    expect(left.toString('latin1')).toContain('canary-of-the-camera');
    await uploadRaw(left, 'image/jpeg');
    const { bytes } = await fetchImage(await storedAddress());
    const { exif, icc, xmp, orientation } = await readStored(bytes).metadata();
    expect([exif, icc, xmp, orientation]).toEqual([undefined, undefined, undefined, undefined]);
    expect(bytes.toString('latin1')).not.toContain('canary');
    const pixelAt = async (x: number, y: number) => [
      ...(await readStored(bytes).extract({ left: x, top: y, width: 1, height: 1 }).raw().toBuffer()),
    ];
    const [right, leftSide] = [await pixelAt(480, 256), await pixelAt(30, 256)];
    expect(right[1]).toBeLessThan(90); // after a rotation by 90 degrees the top is on the right
    expect(leftSide[1]).toBeGreaterThan(200);
  });

  test('a new image replaces the previous one, which is deleted after the new one is stored', async () => {
    await uploadRaw(onePixelImage);
    const first = await storedAddress();
    await uploadRaw(onePixelImage);
    expect((await fetchImage(first)).status).toBe(404);
    expect(storedFiles()).toHaveLength(1);
    expect(readdirSync(join(testServer.filesFolder, org.id))).toHaveLength(1);
  });

  test('the image of another user cannot be set, and no file is stored', async () => {
    const colleague = await createClient(testServer, await createUser(testServer, { node: org }));
    const before = storedFiles();
    const { status, body } = await me.post(url(colleague), onePixelImage, { 'content-type': 'image/bmp' });
    expect([status, body.messageCode]).toEqual([404, 'user.unknown']);
    expect(storedFiles()).toEqual(before);
  });

  test('if the user is deleted during the upload, the previous image stays and the new one is deleted', async () => {
    const leaver = await createClient(testServer, await createUser(testServer, { node: org }));
    const send = () => leaver.post(url(leaver), onePixelImage, { 'content-type': 'image/bmp' });
    await send();
    const before = storedFiles();
    const large = await plainImage(6000, 6000).jpeg().toBuffer();
    const sending = leaver.post(url(leaver), large, { 'content-type': 'image/jpeg' });
    await testServer.query('update users set status = false where id = $1', [leaver.user.id]);
    expect((await sending).status).toBe(401);
    expect(storedFiles()).toEqual(before);
  });
});

describe('invalid images', () => {
  let png: Buffer;
  beforeAll(async () => {
    png = await plainImage(400, 400).png().toBuffer();
    await uploadRaw(png);
  });
  const html = '<!doctype html><script>alert(1)</script>';
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

  test.for([
    ['nothing', () => Buffer.alloc(0), 'field.imageFormat'],
    ['a text renamed', () => Buffer.from('I am a picture, believe me'), 'field.imageFormat'],
    ['a page', () => Buffer.from(html), 'field.imageFormat'],
    ['a drawing that carries a script', () => Buffer.from(svg), 'field.imageFormat'],
    ['a picture that may move', () => Buffer.from('GIF89a=1;alert(1)//'), 'field.imageFormat'],
    [
      'a page behind the beginning of a picture',
      () => Buffer.concat([png.subarray(0, 8), Buffer.from(html)]),
      'field.imageFormat',
    ],
    [
      'a drawing behind the beginning of a jpeg',
      () => Buffer.concat([Buffer.from('ffd8ff', 'hex'), Buffer.from(svg)]),
      'field.imageFormat',
    ],
    ['half a picture', () => png.subarray(0, png.length / 2), 'field.imageFormat'],
    ['half a bitmap', () => bmpImage(24, 40).subarray(0, 2000), 'field.imageFormat'],
    ['a bitmap that was packed', () => Object.assign(bmpImage(8, 40), { 30: 1 }), 'field.imageFormat'],
    ['a bomb of points', () => oversizedPng(30_000, 30_000), 'field.imagePixels'],
    ['a bomb by one side', () => oversizedPng(40_000_001, 1), 'field.imagePixels'],
    [
      'as many bytes as it has to stay below',
      () => Buffer.concat([png, Buffer.alloc(limit - png.length)]),
      'field.imageTooLarge',
    ],
    ['twice as many bytes', () => Buffer.alloc(2 * limit, 0xff), 'field.imageTooLarge'],
  ] as const)('rejects an invalid image with an error code and keeps the stored one: %s', async ([, make, code]) => {
    const [before, stored] = [await storedAddress(), storedFiles()];
    for (const send of [uploadRaw, uploadMultipart]) {
      const { status, body } = await send(make());
      expect([status, body.messageCode]).toEqual([400, code]);
    }
    expect(await storedAddress()).toBe(before);
    expect(storedFiles()).toEqual(stored);
  });

  test('accepts an image up to the last byte below the limit', async () => {
    const largest = Buffer.concat([png, Buffer.alloc(limit - 1 - png.length)]);
    expect((await uploadRaw(largest)).status).toBe(200);
    expect((await uploadMultipart(largest)).status).toBe(200);
  });

  test('data appended to an image is not stored', async () => {
    await uploadRaw(Buffer.concat([png, Buffer.from(html)]));
    const { bytes } = await fetchImage(await storedAddress());
    expect(bytes.toString('latin1')).not.toMatch(/script|alert/);
  });

  test.for([
    [
      'a form without a file',
      'multipart/form-data; boundary=b',
      '--b\r\ncontent-disposition: form-data; name="x"\r\n\r\ny\r\n--b--\r\n',
      [400],
    ],
    [
      'a form cut short',
      'multipart/form-data; boundary=b',
      '--b\r\ncontent-disposition: form-data; name="f"; filename="a.png"\r\n\r\nxxxx',
      [400],
    ],
    ['a form without a boundary', 'multipart/form-data', 'xxxx', [400]],
    ['a form of nothing', 'multipart/form-data; boundary=b', '', [400]],
    [
      'a field for the parent of all objects',
      'multipart/form-data; boundary=b',
      '--b\r\ncontent-disposition: form-data; name="__proto__"\r\n\r\ny\r\n--b--\r\n',
      [400],
    ],
    ['JSON', 'application/json', '{"file":"x"}', [415]],
    ['a text', 'text/plain', 'x', [415]],
  ] as const)('rejects a malformed upload: %s', async ([, type, body, statuses]) => {
    const response = await me.post(url(), body, { 'content-type': type });
    expect(statuses).toContain(response.status);
  });

  test('of two files the first one is used', async () => {
    const form = new FormData();
    for (const name of ['a.png', 'b.png']) form.append('file', new Blob([png as Uint8Array<ArrayBuffer>]), name);
    const request = new Request('http://localhost', { method: 'POST', body: form });
    const response = await me.post(url(), Buffer.from(await request.arrayBuffer()), {
      'content-type': request.headers.get('content-type') ?? '',
    });
    expect(response.status).toBe(200);
  });

  test('a decompression bomb uses little memory', async () => {
    const bombs = [oversizedPng(30_000, 30_000), oversizedPng(60_000, 1000), bmpImage(1, 6000)];
    for (const bytes of bombs) await uploadRaw(bytes);
    const before = process.memoryUsage.rss();
    let peak = 0;
    await Promise.all(
      Array.from({ length: 12 }, async (_, index) => {
        await uploadRaw(bombs[index % bombs.length]!);
        peak = Math.max(peak, process.memoryUsage.rss());
      }),
    );
    expect(peak - before).toBeLessThan(150 * 1024 * 1024);
  });
});

describe('over a real connection', () => {
  let port: number;
  beforeAll(async () => {
    await testServer.app.listen({ host: '127.0.0.1', port: 0 });
    port = (testServer.app.server.address() as AddressInfo).port;
  });

  /** Sends a header and a part of the body; resolves to the raw response once the connection is closed. */
  const raw = (length: string, body: Buffer, { hangUp = false } = {}) =>
    new Promise<string>((resolve) => {
      let received = '';
      const socket = connect(port, '127.0.0.1', () => {
        socket.write(
          `POST ${url()} HTTP/1.1\r\nHost: ${me.host}\r\nAuthorization: Bearer ${me.token}\r\nContent-Type: image/png\r\n${length}\r\nConnection: close\r\n\r\n`,
        );
        socket.write(body, () => hangUp && socket.destroy());
      });
      socket
        .setEncoding('latin1')
        .on('data', (part) => (received += String(part)))
        .on('error', () => undefined)
        .on('close', () => resolve(received));
    });

  test('a wrong Content-Length is rejected and changes nothing', async () => {
    const png = await plainImage(400, 400).png().toBuffer();
    const [before, stored] = [await storedAddress(), storedFiles()];
    expect(await raw('Content-Length: 99999999999', png)).toMatch(/^HTTP\/1\.1 400[^]*field\.imageTooLarge/);
    expect(await raw('Content-Length: 100', png)).toMatch(/^HTTP\/1\.1 400/);
    expect(await raw(`Content-Length: ${png.length + 500}`, png, { hangUp: true })).toBe('');
    const endless = Buffer.concat([Buffer.from(`${(limit + 10).toString(16)}\r\n`), Buffer.alloc(limit + 10, 0xff)]);
    expect(await raw('Transfer-Encoding: chunked', endless)).toMatch(/^HTTP\/1\.1 400[^]*field\.imageTooLarge/);
    expect(await storedAddress()).toBe(before);
    expect(storedFiles()).toEqual(stored);
  });

  test('an unauthenticated upload returns 401 before the file is read', async () => {
    const response = await fetch(`http://127.0.0.1:${port}${url()}`, {
      method: 'POST',
      body: 'x',
      headers: { 'content-type': 'image/png', host: me.host },
    });
    expect(response.status).toBe(401);
  });
});
