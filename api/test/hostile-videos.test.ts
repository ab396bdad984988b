import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createClient, createOrganisation, createUser } from './builders.ts';
import { hostileVideos } from './hostile-videos.ts';
import { startTestServer } from './server.ts';
import { isoVideo, matroskaVideo } from './video-files.ts';

const testServer = await startTestServer({ refusedUploadsPerMinute: 1000 });

test('no hostile video is stored, whatever it claims to be, and a valid one is afterwards', async () => {
  const org = await createOrganisation(testServer);
  const uploader = await createClient(testServer, await createUser(testServer, { node: org }));
  const send = async (bytes: Uint8Array, type = 'video/mp4') => {
    const { status, body } = await uploader.post('/common/uploadfile', bytes, { 'content-type': type });
    return { status, code: body.messageCode as string };
  };
  const unexpected: unknown[] = [];
  const videos = await hostileVideos();
  for (const { title, bytes, error } of videos) {
    const { status, code } = await send(bytes);
    if (status !== 400 || code !== error) unexpected.push({ title, status, code });
  }
  expect(unexpected).toEqual([]);
  expect(videos.length).toBeGreaterThan(80);
  expect(existsSync(testServer.filesFolder)).toBe(false);
  expect((await send(isoVideo())).status).toBe(200);
  expect((await send(matroskaVideo(), 'video/x-matroska')).status).toBe(200);
});
