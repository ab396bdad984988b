import { rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createClient, createOrganisation, createUser } from '../../test/builders.ts';
import { plainImage } from '../../test/image-files.ts';
import { startS3Server } from '../../test/s3-server.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';
import { isoVideo } from '../../test/video-files.ts';

const s3 = await startS3Server();
const onDisk = await startTestServer();
const onS3 = await startTestServer({
  s3Endpoint: s3.access.endpoint,
  s3Region: s3.access.region,
  s3Bucket: s3.access.bucket,
  s3AccessKeyId: s3.access.accessKeyId,
  s3SecretAccessKey: s3.access.secretAccessKey,
});

/** Replaces a folder by a file, so that nothing can be written below it, even by root; returns the function that restores it. */
function block(folder: string): () => void {
  rmSync(folder, { recursive: true, force: true });
  writeFileSync(folder, '');
  return () => rmSync(folder);
}

/**
 * While the storage fails, an upload of an image and of a video is refused with its own error code, the portal works,
 * and a repeat succeeds.
 */
async function expectNamedFailure(server: TestServer, breakStorage: () => () => void) {
  const org = await createOrganisation(server);
  const me = await createClient(server, await createUser(server, { node: org }));
  const png = await plainImage(60, 40).png().toBuffer();
  const signed = (await me.get('/common/getPreSignedUrl?key=a.mp4')).body.result as string;
  const send = async () => [
    await me.post('/common/uploadfile', png, { 'content-type': 'image/png' }),
    await server.request({
      method: 'PUT',
      url: signed,
      host: org.host,
      body: isoVideo(),
      headers: { 'content-type': 'video/mp4' },
    }),
  ];
  const repair = breakStorage();
  for (const { status, body, headers } of await send())
    expect([status, body.messageCode, Number(headers['retry-after']) > 0]).toEqual([503, 'file.storeSilent', true]);
  expect((await me.get('/product-management/products')).status).toBe(200);
  expect(await server.query('select from uploads where org_id = $1', [org.id])).toEqual([]);
  repair();
  for (const { status, body } of await send()) {
    expect(status).toBe(200);
    const served = await server.app.inject({ url: body.result.Location as string, headers: { host: org.host } });
    expect(served.statusCode).toBe(200);
  }
}

describe('a storage that fails', () => {
  test('is named by uploads, while the portal works: a folder that cannot be written', () =>
    expectNamedFailure(onDisk, () => block(onDisk.filesFolder)));

  test('is named by uploads, while the portal works: no place for files while they arrive', () =>
    expectNamedFailure(onDisk, () => block(join(dirname(onDisk.filesFolder), 'uploads'))));

  test('is named by uploads, while the portal works: a bucket that answers 500', () =>
    expectNamedFailure(onS3, () => {
      s3.fail(500);
      return () => s3.fail(undefined);
    }));
});
