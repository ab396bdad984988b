import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { type ApiClient, createClient, createOrganisation, createUser, type TestNode } from './builders.ts';
import { hostilePictures } from './hostile-images.ts';
import { hostileVideos } from './hostile-videos.ts';
import { plainImage } from './image-files.ts';
import { startTestServer } from './server.ts';

const testServer = await startTestServer({ refusedUploadsPerMinute: 1000 });
let org: TestNode;
let uploader: ApiClient;

beforeAll(async () => {
  org = await createOrganisation(testServer);
  uploader = await createClient(testServer, await createUser(testServer, { node: org }));
});

const videos = await hostileVideos();
const [ofMatroska, ofIso] = [true, false].map((isMkv) => videos.filter(({ title }) => isMkv === title.includes('MKV')));
const kinds = {
  ...(await hostilePictures()),
  'a lying or truncated MP4 or QuickTime file': ofIso!,
  'a Matroska bomb, or a lying or truncated one': ofMatroska!,
};
const files = Object.entries(kinds).flatMap(([kind, all]) => all.map((file) => ({ kind, ...file })));

/** The names that are sent with the files; none of them has an effect. */
const names = [
  'a.png',
  '../../../a.png',
  '..\\a.mp4',
  '/etc/cron.d/a.png',
  'a.html\0.png',
  'a.svg;.jpg',
  'CON.png',
  '.htaccess',
];

describe('a hostile file', () => {
  test.for(files.map((file, index) => [file.kind, file.title, file, names[index % names.length]!] as const))(
    'is refused by name, whatever it is called: %s: %s',
    async ([, , { bytes, error }, name]) => {
      const form = new FormData();
      form.append('file', new Blob([bytes as Uint8Array<ArrayBuffer>], { type: 'image/png' }), name);
      const request = new Request('http://localhost', { method: 'POST', body: form });
      const { status, body, headers } = await uploader.post(
        '/common/uploadfile',
        Buffer.from(await request.arrayBuffer()),
        {
          'content-type': request.headers.get('content-type') ?? '',
        },
      );
      expect([status, body.messageCode]).toEqual([400, error]);
      expect([headers['content-type'], headers['x-content-type-options']]).toEqual([
        'application/json; charset=utf-8',
        'nosniff',
      ]);
      expect(existsSync(testServer.filesFolder)).toBe(false);
    },
  );

  test('is another one in each of more than three hundred tests, and a dozen or more are of each kind', () => {
    const digests = new Set(files.map(({ bytes }) => createHash('sha256').update(bytes).digest('hex')));
    expect(digests.size).toBe(files.length);
    expect(files.length).toBeGreaterThan(300);
    for (const [kind, { length }] of Object.entries(kinds)) expect([kind, length >= 12]).toEqual([kind, true]);
  });
});

const random = 'aaaaaaaaaaaaaaaaaaaaaaaa';
const pathTricks = [
  '/files/../../etc/passwd',
  '/files/%2e%2e/%2e%2e/secret.key',
  '/files/..%2f..%2fsecret.key',
  '/files/..%5c..%5csecret.key',
  '/files/%252e%252e%252fsecret.key',
  '/files/ORG/../../secret.key',
  '/files/ORG/..%2f..%2fsecret.key',
  '/files/ORG/%00.webp',
  `/files/ORG/${random}.webp%00.html`,
  `/files/ORG/${random}.webp/..%2f${random}.html`,
  `/files/ORG/${random}.webp.new`,
  `/files/ORG/${random}.webp::$DATA`,
  `/files/ORG/${random}.html`,
  `/files/ORG/${random}.svg`,
  `/files/ORG/./${random}.html`,
  `/files/ORG//${random}.webp`,
  `/files/ORG/essentials/${random}/organization/hotkeys/ORG/../../../../secret.key`,
  `/files/ORG/essentials/${random}/organization/hotkeys/ORG/a.html`,
];

describe('a path that leads elsewhere', () => {
  test.for(pathTricks)('is neither read nor written: %s', async (path) => {
    const url = path.replaceAll('ORG', org.id);
    const read = await testServer.request({ url, host: org.host });
    expect([read.status, read.headers['content-type']]).toEqual([404, 'application/json; charset=utf-8']);
    const { result } = (await uploader.get('/common/getPreSignedUrl?key=a.png')).body;
    const query = String(result).split('?')[1]!;
    const written = await testServer.request({
      method: 'PUT',
      url: `${url}?${query}`,
      host: org.host,
      body: await plainImage(20, 20).png().toBuffer(),
      headers: { 'content-type': 'image/png' },
    });
    expect([400, 404, 415]).toContain(written.status);
    expect(['file.addressInvalid', 'route.unknown', 'input.mediaType', 'input.invalid']).toContain(
      written.body.messageCode,
    );
    expect(existsSync(testServer.filesFolder)).toBe(false);
  });
});
