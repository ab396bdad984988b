import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type ApiClient, createClient, createOrganisation, createUser, type TestNode } from '../../test/builders.ts';
import { bmpImage } from '../../test/image-files.ts';
import { startS3Server } from '../../test/s3-server.ts';
import { startTestServer } from '../../test/server.ts';
import { videoOfSize } from '../../test/video-files.ts';

const s3 = await startS3Server();
const [onDisk, onS3] = [
  await startTestServer({ uploadsByUser: 3 }),
  await startTestServer({
    s3Endpoint: s3.access.endpoint,
    s3Region: s3.access.region,
    s3Bucket: s3.access.bucket,
    s3AccessKeyId: s3.access.accessKeyId,
    s3SecretAccessKey: s3.access.secretAccessKey,
  }),
];
const video = videoOfSize(400_000);
const sockets: Socket[] = [];
afterAll(() => sockets.forEach((socket) => socket.destroy()));

describe.for([
  ['the disk', onDisk],
  ['S3', onS3],
] as const)('an upload to %s whose connection broke', ([, server]) => {
  let port: number;
  let org: TestNode;
  let uploader: ApiClient;
  beforeAll(async () => {
    await server.app.listen({ port: 0 });
    port = (server.app.server.address() as AddressInfo).port;
    org = await createOrganisation(server);
    uploader = await createClient(server, await createUser(server, { node: org }));
  });

  const signed = async (key = 'film.mp4', client = uploader) =>
    (await client.get(`/common/getPreSignedUrl?key=${key}`)).body.result as string;
  type Options = { readonly body?: Buffer; readonly range?: string; readonly type?: string };
  const put = async (url: string, { body = Buffer.alloc(0), range, type = 'video/mp4' }: Options) =>
    server.request({
      method: 'PUT',
      url,
      host: org.host,
      body,
      headers: { 'content-type': type, ...(range && { 'content-range': range }) },
    });
  const requestPosition = async (url: string, total = video.length, type = 'video/mp4') => {
    const { status, headers, body } = await put(url, { range: `bytes */${total}`, type });
    return [status, headers['range'] as string | undefined, body.messageCode] as const;
  };
  /** Sends the beginning of a body over a connection that stays open. */
  const begin = (url: string, sent: Buffer, { length = video.length, range = '', type = 'video/mp4' } = {}) => {
    const socket = connect({ port }).on('error', () => undefined);
    sockets.push(socket);
    const headers = [`host: ${org.host}`, `content-type: ${type}`, `content-length: ${length}`];
    socket.write(
      [`PUT ${url} HTTP/1.1`, ...headers, ...(range ? [`content-range: ${range}`] : []), '', ''].join('\r\n'),
    );
    socket.write(sent);
    return socket;
  };
  /**
   * Whether the server is receiving the file of this address: the part sent here is refused in any case, since it does
   * not continue the file.
   */
  const isReceiving = async (url: string, { file = video, type = 'video/mp4' } = {}) =>
    (await put(url, { ...restFrom(1, file), type })).body.messageCode === 'upload.inProgress';
  /**
   * Sends a part of a file over a connection that breaks, and returns how many bytes of the file the server has: more than before, but
   * what was still on its way is lost.
   */
  const broken = async (url: string, start: number, end: number, { file = video, type = 'video/mp4' } = {}) =>
    vi.waitFor(async () => {
      const range = start > 0 ? restFrom(start, file).range : '';
      const socket = begin(url, file.subarray(start, end), { length: file.length - start, range, type });
      let isRefused = false;
      socket.on('data', () => (isRefused = true));
      await vi.waitUntil(async () => isRefused || (await isReceiving(url, { file, type })));
      socket.destroy();
      const [status, received, code] = await requestPosition(url, file.length, type);
      expect([status, code]).toEqual([308, 'upload.incomplete']);
      const size = received === undefined ? 0 : Number(/^bytes=0-(\d+)$/.exec(received)![1]) + 1;
      expect(size).toBeGreaterThan(start);
      expect(size).toBeLessThanOrEqual(end);
      return size;
    });
  const restFrom = (start: number, file = video) => ({
    body: file.subarray(start),
    range: `bytes ${start}-${file.length - 1}/${file.length}`,
  });
  const stored = async (address: string) =>
    (await server.app.inject({ url: address, headers: { host: org.host } })).rawPayload;

  test('tells what has arrived, and continues there, however often it breaks', async () => {
    const url = await signed();
    const first = await broken(url, 0, 150_000);
    const second = await broken(url, first, 230_000);
    const { status, body } = await put(url, restFrom(second));
    expect([status, body.result]).toEqual([200, { Location: url.split('?', 1)[0] }]);
    expect((await stored(body.result.Location as string)).equals(video)).toBe(true);
    expect(await server.query('select bytes from uploads where address = $1', [body.result.Location])).toEqual([
      { bytes: video.length },
    ]);
  });

  test('learns that it is complete if only the response got lost', async () => {
    const url = await signed();
    const { body } = await put(url, { body: video });
    const again = await put(url, { range: `bytes */${video.length}` });
    expect([again.status, again.body.result]).toEqual([200, body.result]);
  });

  test('arrives in parts, each of which follows the one before', async () => {
    const url = await signed();
    const part = (start: number, end: number) => ({
      body: video.subarray(start, end),
      range: `bytes ${start}-${end - 1}/${video.length}`,
    });
    expect(await requestPosition(url)).toEqual([308, undefined, 'upload.incomplete']);
    expect((await put(url, part(0, 100_000))).status).toBe(308);
    for (const misplacedPart of [part(99_999, 200_000), part(100_001, 200_000), part(200_000, 300_000)]) {
      const { status, body, headers } = await put(url, misplacedPart);
      expect([status, body.messageCode, headers['range']]).toEqual([409, 'upload.otherPosition', 'bytes=0-99999']);
    }
    const otherSize = await put(url, { body: video.subarray(100_000), range: 'bytes 100000-399999/400001' });
    expect(otherSize.body.messageCode).toBe('upload.otherPosition');
    expect((await put(url, restFrom(100_000))).status).toBe(200);
  });

  test('begins anew without a range', async () => {
    const url = await signed();
    await put(url, { body: video.subarray(1, 100_001), range: 'bytes 0-99999/400000' });
    expect((await put(url, { body: video })).status).toBe(200);
    expect((await stored(url.split('?', 1)[0]!)).equals(video)).toBe(true);
  });

  test('continues with the picture of any format', async () => {
    const [url, picture] = [await signed('till.bmp'), bmpImage(24, 90)];
    const size = await broken(url, 0, 9000, { file: picture, type: 'image/bmp' });
    expect((await put(url, { ...restFrom(size, picture), type: 'image/bmp' })).status).toBe(200);
  });

  test('has one sender at a time, and who asks ends a connection that stalls', async () => {
    const url = await signed();
    let first = begin(url, video.subarray(0, 100_000));
    await vi.waitUntil(async () => {
      // the request below may be the only sender at that instant, so that this connection is refused
      if (first.readableLength > 0) first = begin(url, video.subarray(0, 100_000));
      return isReceiving(url);
    });
    const { status, body, headers } = await put(url, restFrom(150_000));
    expect([status, body.messageCode, headers['retry-after']]).toEqual([409, 'upload.inProgress', '5']);
    const closed = new Promise((resolve) => first.on('close', resolve));
    expect((await requestPosition(url))[0]).toBe(308);
    await closed;
    expect((await put(url, { body: video })).status).toBe(200);
  });

  test('ends with its signed address', async () => {
    const url = await signed();
    await put(url, { body: video.subarray(0, 100_000), range: 'bytes 0-99999/400000' });
    await server.advanceClock('5 minutes 1 second');
    const [position, rest] = [await requestPosition(url), await put(url, restFrom(100_000))];
    await server.advanceClock('0');
    expect([position[2], rest.body.messageCode]).toEqual(['file.addressInvalid', 'file.addressInvalid']);
  });

  test.for([
    ['a range that is none', 'bytes 5-1/400000', 5],
    ['a range beyond the file', 'bytes 0-400000/400000', 5],
    ['another unit', 'pages 0-4/5', 5],
    ['an unknown size', 'bytes 0-4/*', 5],
    ['no size', 'bytes 0-4/0', 5],
    ['more bytes than its range', 'bytes 0-4/400000', 6],
    ['fewer bytes than its range', 'bytes 0-4/400000', 4],
  ] as const)('refuses %s', async ([, range, length]) => {
    const url = await signed();
    const { status, body } = await put(url, { body: video.subarray(0, length), range });
    expect([status, body.messageCode]).toEqual([400, 'input.malformed']);
    expect(await requestPosition(url)).toEqual([308, undefined, 'upload.incomplete']);
  });

  test('keeps the limits of a file over all of its parts', async () => {
    for (const [key, type, file, total, code] of [
      ['film.mp4', 'video/mp4', video, 52_428_801, 'field.videoTooLarge'],
      ['a.bmp', 'image/bmp', bmpImage(24, 90), 6_291_456, 'field.imageTooLarge'],
    ] as const) {
      const url = await signed(key);
      const { status, body } = await put(url, { body: file.subarray(0, 1000), range: `bytes 0-999/${total}`, type });
      expect([status, body.messageCode]).toEqual([400, code]);
      expect((await requestPosition(url, total, type))[1]).toBeUndefined();
    }
  });

  test('is checked as a whole: parts of different files are no film', async () => {
    const url = await signed();
    await put(url, { body: video.subarray(0, 100_000), range: 'bytes 0-99999/400000' });
    const { status, body } = await put(url, { ...restFrom(100_000), body: Buffer.alloc(300_000, '<script>') });
    expect([status, body.messageCode]).toEqual([400, 'field.imageFormat']);
    expect((await server.request({ url: url.split('?', 1)[0]!, host: org.host })).status).toBe(404);
  });
});

test('of the parts of one user no more are kept than may be uploaded at once', async () => {
  const org = await createOrganisation(onDisk);
  const newClient = async () => createClient(onDisk, await createUser(onDisk, { node: org }));
  const [me, colleague] = [await newClient(), await newClient()];
  const send = async (client: ApiClient) => {
    const url = (await client.get('/common/getPreSignedUrl?key=film.mp4')).body.result as string;
    const request = (range: string, body: Buffer) =>
      onDisk.request({
        method: 'PUT',
        url,
        host: org.host,
        body,
        headers: { 'content-type': 'video/mp4', 'content-range': range },
      });
    await request(`bytes 0-999/${video.length}`, video.subarray(0, 1000));
    return async () => (await request(`bytes */${video.length}`, Buffer.alloc(0))).headers['range'];
  };
  const parts = [await send(me), await send(me), await send(me), await send(me), await send(colleague)];
  const arrived = await Promise.all(parts.map((part) => part()));
  expect(arrived).toEqual(['bytes=0-999', 'bytes=0-999', 'bytes=0-999', undefined, 'bytes=0-999']);
});
