import { fullNameOf } from '@storeward/contract/full-names';
import { expect, test } from 'vitest';
import { createClient, createNode, createOrganisation, createUser } from './builders.ts';
import { startTestServer } from './server.ts';
import { nodeUrl } from './small-tree.ts';

const server = await startTestServer();

test.each([
  ['Ottilie', 'Vane', 'Ottilie Vane'],
  ['太郎', '山田', '山田 太郎'],
  ['アンナ', '佐々木', '佐々木 アンナ'],
  ['さくら', 'はら', 'はら さくら'],
  ['伟', '张', '张 伟'],
  ['マイケル', 'ジャクソン', 'マイケル ジャクソン'],
  ['Anna', '佐藤', 'Anna 佐藤'],
  ['太郎', '', '太郎'],
  ['', 'Vane', 'Vane'],
  ['', '', ''],
])('the first name %s and the last name %s make %s, in the browser and the database', async (first, last, name) => {
  expect(fullNameOf({ firstName: first, lastName: last })).toBe(name);
  const [row] = await server.query<{ name: string | null }>('select full_name($1, $2) as name', [first, last]);
  expect(row!.name ?? '').toBe(name);
});

test('the audit log names people in the order of their names', async () => {
  const org = await createOrganisation(server);
  const node = await createNode(server, { parent: org, nodeType: 'COMPANY' });
  const user = await createUser(server, { node: org, firstName: '太郎', lastName: '山田' });
  const client = await createClient(server, user);
  await client.put(`${nodeUrl(node)}/status`, { status: false });
  expect((await client.get('/audit?entity=node')).body.result).toMatchObject([{ actorName: '山田 太郎' }]);
});
