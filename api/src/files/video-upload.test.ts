import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { createClient, createOrganisation, createUser, type ApiClient, type TestNode } from '../../test/builders.ts';
import { startS3Server } from '../../test/s3-server.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';
import { element, isoVideo, matroskaVideo, unknownSize, videoOfSize } from '../../test/video-files.ts';

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
const limit = 52_428_800;

describe.for([
  ['the disk', onDisk],
  ['S3', onS3],
] as const)('videos on %s', ([, server]) => {
  let org: TestNode;
  let uploader: ApiClient;
  beforeAll(async () => {
    org = await createOrganisation(server);
    uploader = await createClient(server, await createUser(server, { node: org }));
  });
  const upload = (bytes: Buffer, type = 'video/mp4') =>
    uploader.post('/common/uploadfile', bytes, { 'content-type': type });
  const fetchPart = async (address: string, headers: Record<string, string> = {}) =>
    server.app.inject({ url: address, headers: { host: org.host, ...headers } });

  test.for([
    ['mp4', 'video/mp4', isoVideo()],
    ['mov', 'video/quicktime', isoVideo({ brand: 'qt  ' })],
    ['mkv', 'video/x-matroska', matroskaVideo()],
  ] as const)(
    'are recognised by content and served unchanged with their type: %s',
    async ([extension, type, bytes]) => {
      // the type that the client declares is ignored
      const { status, body } = await upload(bytes, 'image/png');
      expect(status).toBe(200);
      const { Location } = body.result as { Location: string };
      expect(Location).toMatch(new RegExp(`^/files/${org.id}/[\\w-]{24}\\.${extension}$`));
      const { statusCode, headers, rawPayload } = await fetchPart(Location);
      expect([statusCode, headers['content-type'], headers['accept-ranges']]).toEqual([200, type, 'bytes']);
      expect(headers['content-length']).toBe(String(bytes.length));
      expect(rawPayload.equals(bytes)).toBe(true);
      const [stored] = await server.query(
        'select type, width, height, duration, bytes from uploads where address = $1',
        [Location],
      );
      expect(stored).toEqual({ type, width: 640, height: 480, duration: 2500, bytes: bytes.length });
    },
  );

  test('are accepted through a signed address of their kind, and not through that of another', async () => {
    const signed = async (key: string) =>
      (await uploader.get(`/common/getPreSignedUrl?key=${key}&bucket=essentials`)).body.result as string;
    const put = async (url: string, bytes: Buffer, type: string) =>
      server.request({ method: 'PUT', url, host: org.host, body: bytes, headers: { 'content-type': type } });
    const stored = await put(await signed('films/Spring.mp4'), isoVideo(), 'video/mp4');
    expect(stored.status).toBe(200);
    expect(await server.query('select name from uploads where address = $1', [stored.body.result.Location])).toEqual([
      { name: 'Spring.mp4' },
    ]);
    for (const [key, bytes, type] of [
      ['a.mp4', matroskaVideo(), 'video/mp4'],
      ['a.mkv', isoVideo(), 'video/x-matroska'],
      ['a.png', isoVideo(), 'image/png'],
    ] as const) {
      const { status, body } = await put(await signed(key), bytes, type);
      expect([key, status, body.messageCode]).toEqual([key, 400, 'field.imageFormat']);
    }
  });

  test('are served in the parts that a player requests', async () => {
    const bytes = isoVideo();
    const size = bytes.length;
    const { Location } = (await upload(bytes)).body.result as { Location: string };
    for (const [range, start, end] of [
      ['bytes=0-99', 0, 99],
      ['bytes=100-', 100, size - 1],
      ['bytes=-10', size - 10, size - 1],
      [`bytes=5-${size * 2}`, 5, size - 1],
      [`bytes=-${size * 2}`, 0, size - 1],
    ] as const) {
      const { statusCode, headers, rawPayload } = await fetchPart(Location, { range });
      expect([range, statusCode, headers['content-range']]).toEqual([range, 206, `bytes ${start}-${end}/${size}`]);
      expect([range, rawPayload.equals(bytes.subarray(start, end + 1))]).toEqual([range, true]);
    }
    for (const range of [`bytes=${size}-`, 'bytes=-0']) {
      const { statusCode, headers } = await fetchPart(Location, { range });
      expect([range, statusCode, headers['content-range']]).toEqual([range, 416, `bytes */${size}`]);
    }
    for (const range of ['bytes=5-1', 'bytes=0-1,3-4', 'pages=1-2', 'bytes=-', 'bytes=a-b'])
      expect([range, (await fetchPart(Location, { range })).statusCode]).toEqual([range, 200]);
  });

  test('have at most 52428800 bytes', async () => {
    const largest = videoOfSize(limit);
    const accepted = await upload(largest);
    expect(accepted.status).toBe(200);
    const { rawPayload } = await fetchPart(accepted.body.result.Location as string);
    const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
    expect(digest(rawPayload)).toBe(digest(largest));
    const { status, body } = await upload(videoOfSize(limit + 1));
    expect([status, body.messageCode, body.message]).toEqual([
      400,
      'field.videoTooLarge',
      'Please add video of size below 50MB',
    ]);
  });

  test('are stored once for repeated uploads with the same idempotency key', async () => {
    const send = (bytes: Buffer) =>
      uploader.post('/common/uploadfileons3', bytes, { 'content-type': 'video/mp4', 'idempotency-key': 'video-once' });
    const first = await send(isoVideo());
    expect((await send(isoVideo())).body).toEqual(first.body);
    expect((await send(matroskaVideo())).body.messageCode).toBe('request.otherBody');
  });

  test('that a recorder wrote without knowing their length are accepted', async () => {
    const live = matroskaVideo({ segmentSize: unknownSize, clusterSize: unknownSize });
    expect((await upload(live)).status).toBe(200);
    const stripped = element(0x6d80, element(0x6240, element(0x5034, element(0x4254, Buffer.from([3])))));
    expect((await upload(matroskaVideo({ encodings: stripped }))).status).toBe(200);
  });
});

test('a video is never held in memory, neither while it is received nor while it is stored', async () => {
  const server: TestServer = onDisk;
  const org = await createOrganisation(server);
  const uploader = await createClient(server, await createUser(server, { node: org }));
  const video = videoOfSize(3_000_000);
  const allocated: number[] = [];
  const functions = ['alloc', 'allocUnsafe', 'allocUnsafeSlow'] as const;
  const spies = functions.map((name) => {
    const original = Buffer[name];
    return vi.spyOn(Buffer, name).mockImplementation((size: number) => {
      allocated.push(size);
      return original.call(Buffer, size);
    });
  });
  const { status } = await uploader.post('/common/uploadfile', video, { 'content-type': 'video/mp4' });
  for (const spy of spies) spy.mockRestore();
  expect([status, allocated.length > 0, Math.max(...allocated) < 1_000_000]).toEqual([200, true, true]);
  expect(readdirSync(server.filesFolder)).toContain(org.id);
});
