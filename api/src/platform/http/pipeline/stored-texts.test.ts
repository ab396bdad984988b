import { beforeAll, expect, test } from 'vitest';
import { createClient, createOrganisation, createUser, type ApiClient } from '../../../../test/builders.ts';
import { startTestServer } from '../../../../test/server.ts';
import { unstorablePaths } from './stored-texts.ts';

const server = await startTestServer();
let client: ApiClient;

beforeAll(async () => {
  client = await createClient(server, await createUser(server, { node: await createOrganisation(server) }));
});

const errorsIn = (body: Record<string, unknown>) => [
  body['messageCode'],
  ...(body['errors'] as { path: string; messageCode: string }[]).map(({ path, messageCode }) => [path, messageCode]),
];

test.for([
  ['/audit/export?format=csv&search=%00', 'search'],
  ['/user-management/user-export?search=a%00', 'search'],
  ['/user-management/users?search=%00', 'search'],
] as const)('a parameter with a character that cannot be stored is refused by name: %s', async ([url, path]) => {
  const { status, body } = await client.get(url);
  expect([status, ...errorsIn(body)]).toEqual([400, 'input.invalid', [path, 'field.invalidCharacter']]);
});

test.for(['a\0b', '\ud800'])('so is a text of a body: %j', async (text) => {
  const { status, body } = await client.post('/common/qrcode/generate', { text });
  expect([status, ...errorsIn(body)]).toEqual(
    expect.arrayContaining([400, 'input.invalid', ['text', 'field.invalidCharacter']]),
  );
});

test('every text and name of an input is looked at, at any depth', () => {
  const nested = {
    rows: [{ name: 'a' }, { name: 'b\0' }],
    'x\0': 1,
    deep: { '\ud800': 1, text: '\udc00', good: '😀' },
  };
  expect(unstorablePaths(nested).sort()).toEqual(['', 'deep', 'deep.text', 'rows.1.name']);
  let deep: unknown = '\0';
  for (let depth = 0; depth < 100_000; depth += 1) deep = [deep];
  expect(unstorablePaths(deep)).toHaveLength(1);
});
