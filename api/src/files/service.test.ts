import { createHmac } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { anOrganisation, aUser, type Caller, type Place, signedIn } from '../../test/builders.ts';
import { bmp, flood, plain } from '../../test/picture-files.ts';
import { aServer } from '../../test/server.ts';

const house = await aServer();
let org: Place;
let other: Place;
let me: Caller;
let stranger: Caller;
let png: Buffer;

beforeAll(async () => {
  [org, other] = [await anOrganisation(house), await anOrganisation(house)];
  me = await signedIn(house, await aUser(house, { at: org, rights: ['edit_node_theme'] }));
  stranger = await signedIn(house, await aUser(house, { at: other }));
  png = await plain(400, 200).png().toBuffer();
});

const ask = (key = 'brand/Logo.PNG', who = me) =>
  who.get(`/common/getPreSignedUrl?${String(new URLSearchParams({ key, bucket: 'essentials' }))}`);
const signed = async (key?: string, who?: Caller) => (await ask(key, who)).body.result as string;
type How = { readonly type?: string; readonly host?: string; readonly origin?: string };
const put = (url: string, bytes: Uint8Array, { type = 'image/png', host = org.host, ...headers }: How = {}) =>
  house.ask({ method: 'PUT', url, host, body: Buffer.from(bytes), headers: { 'content-type': type, ...headers } });
const fetched = async (address: string, host = org.host) => {
  const { statusCode, rawPayload, headers } = await house.server.inject({ url: address, headers: { host } });
  return { status: statusCode, bytes: rawPayload, headers };
};
const onDisk = () =>
  readdirSync(house.filesFolder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(house.filesFolder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => [path, readFileSync(path).toString('base64')]);
const place = (url: string) => url.split('?', 1)[0]!;

describe('a signed address', () => {
  test('takes one picture, which lies from then on where the address says without its query', async () => {
    const url = await signed();
    expect(place(url)).toMatch(new RegExp(`^/files/${org.id}/[\\w-]{24}\\.webp$`));
    expect((await fetched(place(url))).status).toBe(404);
    const { status, body } = await put(url, png);
    expect([status, body.result]).toEqual([200, { Location: place(url) }]);
    const { bytes, headers } = await fetched(place(url));
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 400, height: 200 });
    expect(headers).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    });
  });

  test('is another one each time, in the folder of whoever asks, whatever key or bucket they name', async () => {
    const elsewhere = `/files/${other.id}/aaaaaaaaaaaaaaaaaaaaaaaa.webp`;
    for (const key of [
      `../../${other.id}/x.png`,
      `${elsewhere}/x.png`,
      'https://evil.example/x.png',
      '..%2f..%2fx.png',
    ]) {
      const [one, two] = [await signed(key), await signed(key)];
      expect(one).toContain(`/files/${org.id}/`);
      expect(place(one)).not.toBe(place(two));
      expect(one).not.toContain('evil');
    }
    expect(await signed('x.png', stranger)).toContain(`/files/${other.id}/`);
  });

  test.for(['logo.svg', 'page.html', 'film.mp4', 'archive.png.zip', 'noEnding', '.png/'])(
    'is not made for what is no picture by its name: %s',
    async (key) => {
      const { status, body } = await ask(key);
      expect([status, body.messageCode]).toEqual([400, 'field.imageFormat']);
    },
  );

  test('takes nothing a second time, also when both come at once', async () => {
    const url = await signed();
    const answers = await Promise.all([put(url, png), put(url, await plain(9, 9).png().toBuffer())]);
    expect(answers.map(({ status }) => status).toSorted((one, two) => one - two)).toEqual([200, 409]);
    const { bytes } = await fetched(place(url));
    const again = await put(url, await plain(5, 5).png().toBuffer());
    expect([again.status, again.body.messageCode]).toEqual([409, 'file.addressUsed']);
    expect((await fetched(place(url))).bytes).toEqual(bytes);
  });

  test('is good for five minutes', async () => {
    const [early, late] = [await signed(), await signed()];
    await house.clockAhead('4 minutes 50 seconds');
    expect((await put(early, png)).status).toBe(200);
    await house.clockAhead('5 minutes 1 second');
    const { status, body } = await put(late, png);
    await house.clockAhead('0');
    expect([status, body.messageCode]).toEqual([400, 'file.addressInvalid']);
  });

  test('is good for its own place, host, kind and time alone, and nothing is kept of any other try', async () => {
    const url = await signed();
    const [query, before] = [new URL(url, 'http://x').searchParams, onDisk()];
    const forged = createHmac('sha256', Buffer.alloc(32)).update('PUT').digest('base64url');
    const wrong: [string, How?][] = [
      [place(url)],
      [url.replace(/signature=./, (found) => (found.endsWith('A') ? 'signature=B' : 'signature=A'))],
      [url.replace(/signature=.*/, 'signature=')],
      [url.replace(/signature=.*/, `signature=${forged}`)],
      [url.replace(org.id, other.id)],
      [url.replace('.webp', '.html')],
      [url.replace(/\/[\w-]{24}\.webp/, '/aaaaaaaaaaaaaaaaaaaaaaaa.webp')],
      [url.replace(/expires=\d+/, `expires=${Number(query.get('expires')) + 3600}`)],
      [url.replace('image%2Fpng', 'text%2Fhtml'), { type: 'text/html' }],
      [url.replace('image%2Fpng', 'image%2Fjpeg'), { type: 'image/jpeg' }],
      [url, { host: other.host }],
      [url, { host: 'localhost' }],
      [url, { type: 'image/jpeg' }],
      [url, { type: 'application/octet-stream' }],
    ];
    for (const [address, how] of wrong) {
      const { status, body } = await put(address, png, how);
      expect([400, 415]).toContain(status);
      expect(['file.addressInvalid', 'input.mediaType']).toContain(body.messageCode);
    }
    expect((await put(url, png, { origin: 'https://evil.example' })).body.messageCode).toBe('session.forged');
    expect(onDisk()).toEqual(before);
    expect((await put(url, png)).status).toBe(200);
  });

  test('is given to whoever may change what pictures stand in, and to nobody else', async () => {
    const nobody = await signedIn(house, await aUser(house, { at: org, rights: ['list_users'] }));
    expect((await ask('x.png', nobody)).status).toBe(403);
    for (const right of ['update_organisation_theme', 'edit_node_module', 'edit_setting'])
      expect((await ask('x.png', await signedIn(house, await aUser(house, { at: org, rights: [right] })))).status).toBe(
        200,
      );
  });
});

describe.for(['/common/uploadfile', '/common/uploadfileons3'])('%s', (url) => {
  test('takes a picture bare or in a form, and tells where it lies', async () => {
    const form = new FormData();
    form.append('file', new Blob([png as Uint8Array<ArrayBuffer>], { type: 'image/png' }), 'logo.png');
    const request = new Request('http://localhost', { method: 'POST', body: form });
    const bare = await me.post(url, png, { 'content-type': 'image/png' });
    const inForm = await me.post(url, Buffer.from(await request.arrayBuffer()), {
      'content-type': request.headers.get('content-type') ?? '',
    });
    for (const { status, body } of [bare, inForm]) {
      expect(status).toBe(200);
      const { Location } = body.result as { Location: string };
      expect(Location).toContain(`/files/${org.id}/`);
      expect(await sharp((await fetched(Location)).bytes).metadata()).toMatchObject({ width: 400, height: 200 });
    }
  });

  test('keeps one picture however often the same upload is sent', async () => {
    const send = () => me.post(url, png, { 'content-type': 'image/png', 'idempotency-key': `once-${url}` });
    const [first, before] = [await send(), onDisk().length];
    expect((await send()).body).toEqual(first.body);
    expect(onDisk()).toHaveLength(before);
  });
});

describe('a picture that was uploaded', () => {
  const kept = async (bytes: Uint8Array, type = 'image/png') => {
    const { body } = await me.post('/common/uploadfile', Buffer.from(bytes), { 'content-type': type });
    return (await fetched(body.result.Location as string)).bytes;
  };

  test.for([
    ['wide', 4000, 1000, 2560, 640],
    ['tall', 1000, 5120, 500, 2560],
    ['small', 33, 7, 33, 7],
  ] as const)('keeps its shape, and is no larger than a wide screen: %s', async ([, width, height, wide, tall]) => {
    expect(await sharp(await kept(await plain(width, height).png().toBuffer())).metadata()).toMatchObject({
      width: wide,
      height: tall,
    });
  });

  test('is see-through where it was', async () => {
    const holed = await plain(40, 40).ensureAlpha(0).png().toBuffer();
    const { data } = await sharp(await kept(holed))
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(data[3]).toBe(0);
  });

  test('tells nothing of its camera or place, and stands upright', async () => {
    const photo = await plain(80, 40)
      .jpeg()
      .withMetadata({ orientation: 6 })
      .withExifMerge({ IFD0: { Copyright: 'canary-of-the-camera' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
      .toBuffer();
    const bytes = await kept(photo, 'image/jpeg');
    const { exif, icc, xmp, width, height } = await sharp(bytes).metadata();
    expect([exif, icc, xmp, width, height]).toEqual([undefined, undefined, undefined, 40, 80]);
    expect(bytes.toString('latin1')).not.toContain('canary');
  });

  test('carries nothing that stood behind it', async () => {
    const bytes = await kept(Buffer.concat([png, Buffer.from('<script>alert(1)</script>PK\u0003\u0004')]));
    expect(bytes.toString('latin1')).not.toMatch(/script|PK/);
  });
});

describe('what is no picture', () => {
  const html = '<!doctype html><script>alert(1)</script>';
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:x="http://www.w3.org/1999/xlink"><image x:href="http://127.0.0.1/"/></svg>';
  const start = (hex: string, rest: string) => Buffer.concat([Buffer.from(hex, 'hex'), Buffer.from(rest)]);

  test.for([
    ['nothing', () => Buffer.alloc(0), 'field.imageFormat'],
    ['a page called a picture', () => Buffer.from(html), 'field.imageFormat'],
    ['a drawing', () => Buffer.from(svg), 'field.imageFormat'],
    ['a drawing packed', () => start('1f8b08000000000000', svg), 'field.imageFormat'],
    ['a moving picture that is a script too', () => Buffer.from('GIF89a/*=1;alert(1)//'), 'field.imageFormat'],
    ['a page behind the beginning of a png', () => start('89504e470d0a1a0a', html), 'field.imageFormat'],
    ['a page behind the beginning of a jpeg', () => start('ffd8ffe0', html), 'field.imageFormat'],
    ['a page behind the beginning of a webp', () => start('524946460000000057454250', html), 'field.imageFormat'],
    ['a page behind the beginning of a bitmap', () => start('424d', html), 'field.imageFormat'],
    ['a paper', () => Buffer.from('%PDF-1.7 <script>'), 'field.imageFormat'],
    ['a program', () => start('4d5a', 'x'.repeat(200)), 'field.imageFormat'],
    ['an archive', () => start('504b0304', 'x'.repeat(200)), 'field.imageFormat'],
    ['half a png', () => png.subarray(0, png.length / 2), 'field.imageFormat'],
    ['half a bitmap', () => bmp(24, 40).subarray(0, 2000), 'field.imageFormat'],
    ['a flood of points', () => flood(30_000, 30_000), 'field.imageTooLarge'],
    ['a flood by one side', () => flood(1, 40_000_001), 'field.imageTooLarge'],
    ['six megabytes', () => Buffer.concat([png, Buffer.alloc(6_291_456 - png.length)]), 'field.imageTooLarge'],
  ] as const)('is refused by every way in, and nothing is kept or changed: %s', async ([, make, code]) => {
    const [url, before] = [await signed(), onDisk()];
    for (const answer of [
      await put(url, make()),
      await me.post('/common/uploadfile', make(), { 'content-type': 'image/png' }),
      await me.post('/common/uploadfileons3', make(), { 'content-type': 'image/png' }),
    ])
      expect([answer.status, answer.body.messageCode]).toEqual([400, code]);
    expect(onDisk()).toEqual(before);
    expect((await fetched(place(url))).status).toBe(404);
  });
});
