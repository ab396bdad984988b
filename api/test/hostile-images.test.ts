import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createClient, createOrganisation, createUser } from './builders.ts';
import { hostileFiles } from './hostile-images.ts';
import { plainImage } from './image-files.ts';
import { startTestServer } from './server.ts';

const testServer = await startTestServer({ refusedUploadsPerMinute: 1000 });
const names = [
  'picture.png',
  '../../picture.png',
  '..\\picture.jpg',
  'C:\\picture.bmp',
  'picture.svg;.png',
  '%2e%2e/a.png',
];

test('none of more than a hundred hostile files is stored as an image, whatever its name, and a valid one is afterwards', async () => {
  const org = await createOrganisation(testServer);
  const uploader = await createClient(testServer, await createUser(testServer, { node: org }));
  const send = async (bytes: Uint8Array, name: string) => {
    const form = new FormData();
    form.append('file', new Blob([bytes as Uint8Array<ArrayBuffer>], { type: 'image/png' }), name);
    const request = new Request('http://localhost', { method: 'POST', body: form });
    const { status, body } = await uploader.post('/common/uploadfile', Buffer.from(await request.arrayBuffer()), {
      'content-type': request.headers.get('content-type') ?? '',
    });
    return { status, code: body.messageCode as string };
  };
  const files = await hostileFiles();
  expect(files.length).toBeGreaterThan(100);
  const unexpected: unknown[] = [];
  for (const [index, { title, bytes, error }] of files.entries()) {
    const { status, code } = await send(bytes, names[index % names.length] ?? '');
    if (status !== 400 || code !== error) unexpected.push({ title, status, code });
  }
  expect(unexpected).toEqual([]);
  expect(existsSync(testServer.filesFolder)).toBe(false);
  expect((await send(await plainImage(20, 20).png().toBuffer(), '../../picture.png')).status).toBe(200);
});
