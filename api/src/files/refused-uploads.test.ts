import { expect, test } from 'vitest';
import { createClient, createOrganisation, createUser } from '../../test/builders.ts';
import { startTestServer } from '../../test/server.ts';
import { isoVideo } from '../../test/video-files.ts';

test('a user with too many refused files waits, other users do not, and accepted files do not count', async () => {
  const server = await startTestServer({ refusedUploadsPerMinute: 2 });
  const org = await createOrganisation(server);
  const uploader = await createClient(server, await createUser(server, { node: org }));
  const other = await createClient(server, await createUser(server, { node: org }));
  const send = async (bytes: Buffer, client = uploader) => {
    const { status, body, headers } = await client.post('/common/uploadfile', bytes, { 'content-type': 'video/mp4' });
    return [status, body.messageCode, headers['retry-after'] !== undefined];
  };
  const refused = [400, 'field.imageFormat', false];
  for (let count = 0; count < 4; count += 1) expect((await send(isoVideo()))[0]).toBe(200);
  expect(await send(isoVideo({ handler: 'soun' }))).toEqual(refused);
  expect(await send(isoVideo({ handler: 'soun' }))).toEqual(refused);
  expect(await send(isoVideo())).toEqual([429, 'upload.tooManyRefused', true]);
  expect((await send(isoVideo(), other))[0]).toBe(200);
});
