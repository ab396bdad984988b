import { readdirSync, readFileSync, statSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { anOrganisation, aUser, type Caller, type Place, signedIn } from './builders.ts';
import { aPoint } from './uploads.ts';
import { bmp, flood, plain } from './picture-files.ts';
import { aServer } from './server.ts';

const house = await aServer();
const limit = 6_291_456;
let org: Place;
let me: Caller;

beforeAll(async () => {
  org = await anOrganisation(house);
  me = await signedIn(house, await aUser(house, { at: org, rights: [] }));
});

const url = (who = me) => `/user-management/users/${who.person.id}/profile-picture`;
const bare = (bytes: Uint8Array, type = 'image/png') => me.post(url(), Buffer.from(bytes), { 'content-type': type });
async function inForm(bytes: Uint8Array, name = 'me.png', type = 'image/png', field = 'file') {
  const form = new FormData();
  form.append(field, new Blob([bytes as Uint8Array<ArrayBuffer>], { type }), name);
  const request = new Request('http://localhost', { method: 'POST', body: form });
  return me.post(url(), Buffer.from(await request.arrayBuffer()), {
    'content-type': request.headers.get('content-type') ?? '',
  });
}
const ours = async () =>
  (await house.rows('select profile_picture from users where id = $1', [me.person.id]))[0]![
    'profile_picture'
  ] as string;
const onDisk = () =>
  readdirSync(house.filesFolder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(house.filesFolder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => [path, readFileSync(path).toString('base64')]);
const fetchPicture = async (address: string) => {
  const { statusCode, rawPayload, headers } = await house.server.inject({ url: address, headers: { host: org.host } });
  return { status: statusCode, bytes: rawPayload, headers };
};

describe('a picture of oneself', () => {
  test.for([
    ['a jpeg', () => plain(900, 600).jpeg().toBuffer()],
    ['a png with holes', () => plain(300, 500).ensureAlpha(0.5).png().toBuffer()],
    ['a webp', () => plain(20, 20).webp().toBuffer()],
    ['a bitmap of 1 bit', async () => bmp(1, 33)],
    ['a bitmap of 4 bits', async () => bmp(4, 33)],
    ['a bitmap of 8 bits', async () => bmp(8, 33)],
    ['a bitmap of 24 bits', async () => bmp(24, 33)],
    ['a bitmap of 32 bits', async () => bmp(32, 33)],
  ] as const)('is taken as %s, bare or in a form, and kept as a square of our own making', async ([, make]) => {
    const bytes = await make();
    for (const send of [bare, inForm]) {
      const { status, body } = await send(bytes);
      expect([status, body.result]).toEqual([200, await ours()]);
      const { status: found, bytes: kept, headers } = await fetchPicture(await ours());
      expect(found).toBe(200);
      expect(await sharp(kept).metadata()).toMatchObject({ format: 'webp', width: 512, height: 512 });
      expect(headers).toMatchObject({
        'content-type': 'image/webp',
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, max-age=31536000, immutable',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      });
    }
  });

  test('shows wherever the person is read, and counts as a change of theirs', async () => {
    const before = (await me.get(`/user-management/users/${me.person.id}`)).body.result;
    await bare(aPoint);
    const after = (await me.get(`/user-management/users/${me.person.id}`)).body.result;
    expect(after).toMatchObject({ profilePicture: await ours(), version: before.version + 1 });
    const [mark] = await house.rows(
      `select before, after from audit where action = 'user.pictureChanged' order by at desc limit 1`,
    );
    expect(mark).toEqual({
      before: { profilePicture: before.profilePicture },
      after: { profilePicture: after.profilePicture },
    });
  });

  test('keeps its colours, and is upright whichever way the camera was held', async () => {
    const left = await sharp({ create: { width: 200, height: 200, channels: 3, background: 'white' } })
      .composite([{ input: await plain(200, 100).png().toBuffer(), gravity: 'north' }])
      .jpeg()
      .withMetadata({ orientation: 6 })
      .withExifMerge({ IFD0: { Copyright: 'canary-of-the-camera' } })
      .toBuffer();
    expect(left.toString('latin1')).toContain('canary-of-the-camera');
    await bare(left, 'image/jpeg');
    const { bytes } = await fetchPicture(await ours());
    const { exif, icc, xmp, orientation } = await sharp(bytes).metadata();
    expect([exif, icc, xmp, orientation]).toEqual([undefined, undefined, undefined, undefined]);
    expect(bytes.toString('latin1')).not.toContain('canary');
    const at = async (x: number, y: number) => [
      ...(await sharp(bytes).extract({ left: x, top: y, width: 1, height: 1 }).raw().toBuffer()),
    ];
    const [right, leftSide] = [await at(480, 256), await at(30, 256)];
    expect(right[1]).toBeLessThan(90); // what was on top is on the right after a quarter turn
    expect(leftSide[1]).toBeGreaterThan(200);
  });

  test('takes the place of the one before, which goes once the new one is stored', async () => {
    await bare(aPoint);
    const first = await ours();
    await bare(aPoint);
    expect((await fetchPicture(first)).status).toBe(404);
    expect(onDisk()).toHaveLength(1);
    expect(readdirSync(join(house.filesFolder, org.id))).toHaveLength(1);
  });

  test('of somebody else cannot be set, and nothing is kept of the try', async () => {
    const colleague = await signedIn(house, await aUser(house, { at: org }));
    const before = onDisk();
    const { status, body } = await me.post(url(colleague), aPoint, { 'content-type': 'image/bmp' });
    expect([status, body.messageCode]).toEqual([404, 'user.unknown']);
    expect(onDisk()).toEqual(before);
  });

  test('stays where the account is gone meanwhile: the one before is left, the new one is not', async () => {
    const leaver = await signedIn(house, await aUser(house, { at: org }));
    const send = () => leaver.post(url(leaver), aPoint, { 'content-type': 'image/bmp' });
    await send();
    const before = onDisk();
    const large = await plain(6000, 6000).jpeg().toBuffer();
    const sending = leaver.post(url(leaver), large, { 'content-type': 'image/jpeg' });
    await house.rows('update users set status = false where id = $1', [leaver.person.id]);
    expect((await sending).status).toBe(401);
    expect(onDisk()).toEqual(before);
  });
});

describe('what is no picture', () => {
  let png: Buffer;
  beforeAll(async () => {
    png = await plain(400, 400).png().toBuffer();
    await bare(png);
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
    ['half a bitmap', () => bmp(24, 40).subarray(0, 2000), 'field.imageFormat'],
    ['a bitmap that was packed', () => Object.assign(bmp(8, 40), { 30: 1 }), 'field.imageFormat'],
    ['a flood of points', () => flood(30_000, 30_000), 'field.imageTooLarge'],
    ['a flood by one side', () => flood(40_000_001, 1), 'field.imageTooLarge'],
    [
      'as many bytes as it has to stay below',
      () => Buffer.concat([png, Buffer.alloc(limit - png.length)]),
      'field.imageTooLarge',
    ],
    ['twice as many bytes', () => Buffer.alloc(2 * limit, 0xff), 'field.imageTooLarge'],
  ] as const)('is refused by name, and what is kept stays as it was: %s', async ([, make, code]) => {
    const [before, kept] = [await ours(), onDisk()];
    for (const send of [bare, inForm]) {
      const { status, body } = await send(make());
      expect([status, body.messageCode]).toEqual([400, code]);
    }
    expect(await ours()).toBe(before);
    expect(onDisk()).toEqual(kept);
  });

  test('is taken up to the last byte below the limit', async () => {
    const largest = Buffer.concat([png, Buffer.alloc(limit - 1 - png.length)]);
    expect((await bare(largest)).status).toBe(200);
    expect((await inForm(largest)).status).toBe(200);
  });

  test('hides behind a picture in vain: of what follows it nothing is kept', async () => {
    await bare(Buffer.concat([png, Buffer.from(html)]));
    const { bytes } = await fetchPicture(await ours());
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
  ] as const)('is refused however it is wrapped: %s', async ([, type, body, statuses]) => {
    const answer = await me.post(url(), body, { 'content-type': type });
    expect(statuses).toContain(answer.status);
  });

  test('takes the first of two files', async () => {
    const form = new FormData();
    for (const name of ['a.png', 'b.png']) form.append('file', new Blob([png as Uint8Array<ArrayBuffer>]), name);
    const request = new Request('http://localhost', { method: 'POST', body: form });
    const answer = await me.post(url(), Buffer.from(await request.arrayBuffer()), {
      'content-type': request.headers.get('content-type') ?? '',
    });
    expect(answer.status).toBe(200);
  });

  test('costs little memory, however much it promises', async () => {
    const floods = [flood(30_000, 30_000), flood(60_000, 1000), bmp(1, 6000)];
    for (const bytes of floods) await bare(bytes);
    const before = process.memoryUsage.rss();
    let most = 0;
    await Promise.all(
      Array.from({ length: 12 }, async (_, index) => {
        await bare(floods[index % floods.length]!);
        most = Math.max(most, process.memoryUsage.rss());
      }),
    );
    expect(most - before).toBeLessThan(150 * 1024 * 1024);
  });
});

describe('over a real connection', () => {
  let port: number;
  beforeAll(async () => {
    await house.server.listen({ host: '127.0.0.1', port: 0 });
    port = (house.server.server.address() as AddressInfo).port;
  });

  /** Sends a head and some of a body, and hands out what came back until the other side closed, or answered. */
  const raw = (length: string, body: Buffer, { hangUp = false } = {}) =>
    new Promise<string>((resolve) => {
      let got = '';
      const socket = connect(port, '127.0.0.1', () => {
        socket.write(
          `POST ${url()} HTTP/1.1\r\nHost: ${me.host}\r\nAuthorization: Bearer ${me.token}\r\nContent-Type: image/png\r\n${length}\r\nConnection: close\r\n\r\n`,
        );
        socket.write(body, () => hangUp && socket.destroy());
      });
      socket
        .setEncoding('latin1')
        .on('data', (part) => (got += String(part)))
        .on('error', () => undefined)
        .on('close', () => resolve(got));
    });

  test('a length that is a lie gets nowhere', async () => {
    const png = await plain(400, 400).png().toBuffer();
    const [before, kept] = [await ours(), onDisk()];
    expect(await raw('Content-Length: 99999999999', png)).toMatch(/^HTTP\/1\.1 400[^]*field\.imageTooLarge/);
    expect(await raw('Content-Length: 100', png)).toMatch(/^HTTP\/1\.1 400/);
    expect(await raw(`Content-Length: ${png.length + 500}`, png, { hangUp: true })).toBe('');
    const endless = Buffer.concat([Buffer.from(`${(limit + 10).toString(16)}\r\n`), Buffer.alloc(limit + 10, 0xff)]);
    expect(await raw('Transfer-Encoding: chunked', endless)).toMatch(/^HTTP\/1\.1 400[^]*field\.imageTooLarge/);
    expect(await ours()).toBe(before);
    expect(onDisk()).toEqual(kept);
  });

  test('a stranger is told so before their file is looked at', async () => {
    const answer = await fetch(`http://127.0.0.1:${port}${url()}`, {
      method: 'POST',
      body: 'x',
      headers: { 'content-type': 'image/png', host: me.host },
    });
    expect(answer.status).toBe(401);
  });
});
