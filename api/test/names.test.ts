import { beforeAll, describe, expect, test } from 'vitest';
import { renderMail } from '../src/mails/mail-template.ts';
import {
  type ApiClient,
  createClient,
  createNode,
  createOrganisation,
  createUser,
  type TestNode,
  type TestUser,
} from './builders.ts';
import { allEndpoints, sampleRequest } from './endpoints.ts';
import { profileFields } from './input-fields.ts';
import { importsAt, toCsv } from './imports.ts';
import { startTestServer } from './server.ts';

const server = await startTestServer();
let org: TestNode;
let user: TestUser;
let admin: ApiClient;

beforeAll(async () => {
  // imports are processed only while the server listens
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  org = await createOrganisation(server, { slug: 'names' });
  user = await createUser(server, { node: await createNode(server, { parent: org, nodeType: 'STORE' }) });
  admin = await createClient(server, await createUser(server, { node: org }));
});

/** Texts that are compared with stored ones, or decoded, and never stored as they are. */
const comparedTexts = [
  'sessions.login username',
  'sessions.login password',
  'sessions.login domainName',
  'openSessions.refresh clientId',
  'openSessions.refresh refreshToken',
  'passwords.forgotten domainName',
  'passwords.change oldPassword',
  'passwords.change confirmPassword',
  'passwords.resetByLink confirmPassword',
  'emailChanges.accept password',
  'emailChanges.object password',
  'passwords.checkAttributes domainName',
  'users.create domainName',
  'roles.create modules.shortName',
  'roles.update modules.shortName',
];
/** Values of settings, which the kind of their field checks. */
const settingValues = /^(?:settings|connectionTests)\.\w+ (?:sections\.\w+\.)?fields\./;

type Leaf = { readonly path: readonly (string | number)[]; readonly value: string };

function textLeaves(value: unknown, path: readonly (string | number)[] = []): Leaf[] {
  if (typeof value === 'string') return [{ path, value }];
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return [];
  return Object.entries(value).flatMap(([key, member]) => textLeaves(member, [...path, key]));
}

const withLeaf = (body: unknown, [key, ...rest]: Leaf['path'], value: string): unknown => {
  if (key === undefined) return value;
  const copy = structuredClone(body) as Record<string, unknown>;
  copy[key] = withLeaf(copy[key], rest, value);
  return copy;
};

describe('texts that people give', () => {
  test('half of a surrogate pair is refused in every text of every body', () => {
    const accepted: string[] = [];
    let count = 0;
    for (const named of allEndpoints) {
      const { body } = sampleRequest(named, user);
      const schema = named.endpoint.body;
      if (!schema || !schema.safeParse(body).success) continue;
      for (const { path, value } of textLeaves(body)) {
        count += 1;
        if (schema.safeParse(withLeaf(body, path, `${value}\uD83D`)).success)
          accepted.push(`${named.name} ${path.filter((key) => Number.isNaN(Number(key))).join('.')}`);
      }
    }
    expect(count).toBeGreaterThan(100);
    expect([...new Set(accepted)].filter((text) => !comparedTexts.includes(text) && !settingValues.test(text))).toEqual(
      [],
    );
  });

  test.for([
    ['two zero-width spaces', '\u200B\u200B', 'field.invisible'],
    ['half of a surrogate pair', 'Ada\uD83D', 'field.invalidCharacter'],
    ['a web address', 'https://evil.example/login', 'field.nameWithAddress'],
  ] as const)('a user is not named by %s: in the form, the profile, or a file', async ([, firstName, code]) => {
    const errorOf = ({ body }: { body: { errors?: { path: string; messageCode: string }[] } }) =>
      body.errors?.map(({ path, messageCode }) => [path, messageCode]);
    const input = { ...profileFields(user), firstName };
    expect(errorOf(await admin.put(`/user-management/users/${user.id}`, input))).toEqual([['firstName', code]]);
    const own = await createClient(server, user);
    expect(errorOf(await own.put(`/user-management/users/${user.id}/profile`, input))).toEqual([['firstName', code]]);
    if (!firstName.isWellFormed()) return; // a file in UTF-8 cannot contain it
    const { uploadAndCheck, cellErrorsOf } = importsAt('/user-management/users/import');
    const run = await uploadAndCheck(admin, toCsv([{ userName: user.userName, firstName }]));
    expect(Object.values(await cellErrorsOf(admin, run))).toEqual([{ firstName: code }]);
  });

  test('a mail greets without a link by a name that was stored earlier', () => {
    for (const firstName of ['https://evil.example/login', 'evil.example', 'www.evil.example/x?y=1']) {
      const { text, html } = renderMail(
        {
          id: '01900000-0000-7000-8000-000000000009',
          kind: 'resetLink',
          to: 'ada@mail.example',
          userName: 'ada',
          firstName,
          language: 'en',
          timeZone: 'Asia/Tokyo',
          organisation: 'Names',
          host: null,
          theme: {},
          dateLocales: [],
        },
        { token: 'T'.repeat(43), minutes: 30 },
        { publicUrl: 'https://portal.example.com', from: 'no-reply@portal.example.com', dateLocale: 'en-GB' },
      );
      for (const content of [text, html]) expect(content).not.toMatch(/evil\.example|:\/\/evil/);
      expect(text.split('\n')[0]).toMatch(/^Hello .*evil example.*,$/);
    }
  });
});
