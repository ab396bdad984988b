import { expect, test } from 'vitest';
import { createClient, createUser, platformNode } from '../../test/builders.ts';
import { organisationFields } from '../../test/input-fields.ts';
import { startTestServer } from '../../test/server.ts';

const server = await startTestServer();

test('a search has the organisations with exactly its name or code first, in every order', async () => {
  const globalUser = await createClient(server, await createUser(server, { node: platformNode }));
  const rows = [
    ['Ant Quoll', 'ANTQ'],
    ['Bee', 'BEEQUOLL'],
    ['Cow', 'QUOLL'],
    ['Quoll', 'DOGQ'],
    ['Quoll Zoo', 'ZOOQ'],
  ] as const;
  for (const [name, code] of rows) {
    const input = { ...organisationFields(), nodeType: 'organization', name, code };
    expect((await globalUser.post('/node-management/node', input)).status).toBe(200);
  }
  const found = async (query: string) => {
    const { body } = await globalUser.get(`/node-management/organization?search=quoll${query}`);
    return body.result.map(({ name }: { name: string }) => name);
  };
  expect(await found('')).toEqual(['Cow', 'Quoll', 'Ant Quoll', 'Bee', 'Quoll Zoo']);
  expect(await found('&sort=name:desc')).toEqual(['Quoll', 'Cow', 'Quoll Zoo', 'Bee', 'Ant Quoll']);
  expect(await found('&page=1&size=2')).toEqual(['Ant Quoll', 'Bee']);
});
