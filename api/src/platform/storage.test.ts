import { beforeAll, describe, expect, test } from 'vitest';
import { anOrganisation, type Place } from '../../test/builders.ts';
import { aServer } from '../../test/server.ts';
import { diskStorage } from './storage.ts';

const house = await aServer();
const storage = diskStorage(house.filesFolder);
const bytes = new Uint8Array([1, 2, 3]);
let org: Place;

beforeAll(async () => {
  org = await anOrganisation(house);
});

describe('the address of a picture', () => {
  test.for([
    '/files/x/y',
    '/files/../../secret.key',
    '/files/%2e%2e/%2e%2e%2fsecret.key',
    '/files/0199a000-0000-7000-8000-000000000042/aaaaaaaaaaaaaaaaaaaaaaaa.webp',
    '/files/0199a000-0000-7000-8000-000000000042/..%2f..%2faaaaaaaaaaaaaaaa.webp',
    '/files/0199a000-0000-7000-8000-000000000042/aaaaaaaaaaaaaaaaaaaaaaaa.webp.new',
  ])('leads nowhere unless it was given out: %s', async (address) => {
    const answer = await house.ask({ url: address, host: org.host });
    expect([answer.status, answer.body.messageCode]).toEqual([404, 'route.unknown']);
  });

  test('cannot be guessed from another', async () => {
    const [first, second] = [await storage.keep(org.id, bytes), await storage.keep(org.id, bytes)];
    expect(first).toMatch(/^\/files\/[0-9a-f-]{36}\/[\w-]{24}\.webp$/);
    expect(second).not.toBe(first);
  });

  test('is let go of once, and one of somebody else’s making never', async () => {
    const address = await storage.keep(org.id, bytes);
    await storage.drop('https://elsewhere.example/picture.webp');
    await storage.drop(`${address}/../../secret.key`);
    expect(await storage.find(address)).toEqual(Buffer.from(bytes));
    await storage.drop(address);
    await storage.drop(address);
    expect(await storage.find(address)).toBeUndefined();
  });
});
