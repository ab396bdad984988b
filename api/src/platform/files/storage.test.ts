import { buffer } from 'node:stream/consumers';
import { beforeAll, describe, expect, test } from 'vitest';
import { createOrganisation, type TestNode } from '../../../test/builders.ts';
import { startTestServer } from '../../../test/server.ts';
import { diskStorage } from './storage.ts';

const testServer = await startTestServer();
const storage = diskStorage(testServer.filesFolder);
const bytes = new Uint8Array([1, 2, 3]);
let org: TestNode;
const readAll = async (address: string) => buffer((await storage.find(address))!.bytes!);

beforeAll(async () => {
  org = await createOrganisation(testServer);
});

describe('file addresses', () => {
  test.for([
    '/files/x/y',
    '/files/../../secret.key',
    '/files/%2e%2e/%2e%2e%2fsecret.key',
    '/files/0199a000-0000-7000-8000-000000000042/aaaaaaaaaaaaaaaaaaaaaaaa.webp',
    '/files/0199a000-0000-7000-8000-000000000042/..%2f..%2faaaaaaaaaaaaaaaa.webp',
    '/files/0199a000-0000-7000-8000-000000000042/aaaaaaaaaaaaaaaaaaaaaaaa.webp.new',
  ])('an address that was not issued leads to 404: %s', async (address) => {
    const response = await testServer.request({ url: address, host: org.host });
    expect([response.status, response.body.messageCode]).toEqual([404, 'route.unknown']);
  });

  test('an address cannot be guessed from another one', async () => {
    const [first, second] = [await storage.store(org.id, bytes), await storage.store(org.id, bytes)];
    expect(first).toMatch(/^\/files\/[0-9a-f-]{36}\/[\w-]{24}\.webp$/);
    expect(second).not.toBe(first);
  });

  test('a file is deleted once, and files at foreign addresses never', async () => {
    const address = await storage.store(org.id, bytes);
    await storage.delete('https://elsewhere.example/picture.webp');
    await storage.delete(`${address}/../../secret.key`);
    expect(await readAll(address)).toEqual(Buffer.from(bytes));
    await storage.delete(address);
    await storage.delete(address);
    expect(await storage.find(address)).toBeUndefined();
  });
});
