import { verify } from '@node-rs/argon2';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import {
  createNode,
  createOrganisation,
  createRole,
  createUser,
  base64,
  insertRow,
  hash,
  password,
  type TestUser,
  type TestNode,
  platformNode,
  createClient,
  signIn,
} from '../../test/builders.ts';
import { startTestServer, hardened } from '../../test/server.ts';
import { splitUserName } from './sign-in/sign-in.ts';

vi.mock('@node-rs/argon2', { spy: true }); // spies on the real implementation

const wrongCredentials = {
  message: 'NotAuthorizedException: Message:Incorrect username or password.',
  messageCode: 'signIn.wrong',
  status: 400,
};
const notAllowed = {
  message: 'UserDisabledException: Message:You are not allowed to logged in, please contact system admin',
  messageCode: 'signIn.notAllowed',
  status: 400,
};

const testServer = await startTestServer();
let acorn: TestNode;
let beech: TestNode;
let store: TestNode;
let ann: TestUser;

beforeAll(async () => {
  [acorn, beech] = [
    await createOrganisation(testServer, { slug: 'acorn' }),
    await createOrganisation(testServer, { slug: 'beech' }),
  ];
  await insertRow(testServer, 'domains', { org_id: acorn.id, domain_name: 'acorn.second' });
  store = await createNode(testServer, { parent: acorn, nodeType: 'STORE' });
  ann = await createUser(testServer, { node: store, userName: 'ann', email_id: 'ann@acorn.example' });
});

const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as Record<string, unknown>;
const login = (body: unknown, host = 'acorn.localhost', headers = {}) =>
  testServer.request({ method: 'POST', url: '/user-management/login', host, body, headers });
const credentials = (userName: string, secret: string, domainName = 'acorn.localhost') => ({
  username: base64(userName),
  password: base64(secret),
  domainName: base64(domainName),
});

describe('signing in', () => {
  test('returns three tokens, with user, role and node in the id token', async () => {
    const { status, body } = await login(credentials('ann', password));
    expect([status, Object.keys(body.result).sort()]).toEqual([200, ['accessToken', 'idToken', 'refreshToken']]);
    expect(claimsOf(body.result.idToken)).toEqual({
      iss: 'storeward',
      aud: acorn.id,
      sub: ann.id,
      email: 'ann@acorn.example',
      iat: expect.any(Number),
      exp: expect.any(Number),
      'custom:roles': JSON.stringify([ann.roleId]),
      'custom:user_id': ann.id,
      'custom:username': 'ann@acorn.example',
      'custom:rootNode': 'STORE',
      'custom:apiKey': 'key-of-acorn',
      'custom:rootNodeId': `NODE::${store.id}`,
      'custom:organizationId': `NODE::${acorn.id}`,
    });
    const { iat, exp, ...access } = claimsOf(body.result.accessToken);
    expect(Number(exp) - Number(iat)).toBe(3600);
    expect(access).toEqual({
      iss: 'storeward',
      aud: acorn.id,
      sub: ann.id,
      sid: expect.stringMatching(/^[\da-f-]{36}$/),
      bound: 'none',
    });
    expect(await testServer.query('select user_id, binding from sessions where id = $1', [access['sid']])).toEqual([
      { user_id: ann.id, binding: null },
    ]);
  });

  test('creates a new session each time', async () => {
    const [firstClient, secondClient] = [await createClient(testServer, ann), await createClient(testServer, ann)];
    expect(claimsOf(firstClient.token)['sid']).not.toBe(claimsOf(secondClient.token)['sid']);
    expect(firstClient.tokens.refreshToken).not.toBe(secondClient.tokens.refreshToken);
  });

  test('works for a user without a node or a role', async () => {
    const userWithoutNode = await createUser(testServer, { node: acorn, rights: null, withoutNode: true });
    const { tokens } = await createClient(testServer, userWithoutNode);
    expect(claimsOf(tokens.idToken)).toMatchObject({
      'custom:rootNode': null,
      'custom:rootNodeId': null,
      'custom:roles': '[]',
    });
  });

  test('works on the global portal for platform users, who have no domain', async () => {
    const admin = await createUser(testServer, { node: platformNode, userName: 'over.all' });
    const { tokens } = await createClient(testServer, admin);
    expect(claimsOf(tokens.idToken)).toMatchObject({
      'custom:username': 'over.all',
      'custom:rootNode': 'GLOBAL',
      'custom:rootNodeId': `NODE::${platformNode.id}`,
    });
    expect((await signIn(testServer, { userName: 'over.all', host: acorn.host })).body).toEqual(wrongCredentials);
  });

  test('uses the default domain if none is typed, else the typed domain of the portal', async () => {
    await createUser(testServer, { node: store, userName: 'bob', domain_name: 'acorn.second', rights: [] });
    const signInStatus = async (userName: string) => (await login(credentials(userName, password))).status;
    expect(await signInStatus('ann')).toBe(200);
    expect(await signInStatus('ANN@Acorn.Example')).toBe(200);
    expect(await signInStatus('ann@acorn.second')).toBe(400);
    expect(await signInStatus('bob')).toBe(400);
    expect(await signInStatus('bob@acorn.second')).toBe(200);
  });

  test('splits a name only at a domain of the portal, since user names may contain an @', async () => {
    await createUser(testServer, { node: store, userName: 'carol@home.example', rights: [] });
    expect((await login(credentials('carol@home.example', password))).status).toBe(200);
    expect((await login(credentials('carol@home.example@acorn.example', password))).status).toBe(200);
    expect((await login(credentials('ann@beech.example', password))).body).toEqual(wrongCredentials);
    expect(splitUserName('@acorn.example', ['acorn.example'])).toEqual({
      userName: '@acorn.example',
      domainName: undefined,
    });
  });

  test('resolves the organisation by the host and ignores domainName', async () => {
    expect((await login(credentials('ann', password, beech.host))).status).toBe(200);
    expect((await login(credentials('ann', password, 'acorn.localhost:8080'), 'ACORN.localhost:9999')).status).toBe(
      200,
    );
    expect((await login(credentials('ann', password), beech.host)).body).toEqual(wrongCredentials);
    expect((await login(credentials('ann', password), 'nobody.localhost')).body).toMatchObject({
      status: 404,
      messageCode: 'tenant.unknown',
    });
    const forwarded = await login(credentials('ann', password), beech.host, {
      'x-forwarded-host': acorn.host,
      forwarded: `host=${acorn.host}`,
    });
    expect(forwarded.body).toEqual(wrongCredentials);
  });

  test.for([
    ['a name with a space', 'ann b', password, 'username', 'field.invalidCharacter'],
    ['a name with a tab', 'ann\tb', password, 'username', 'field.invalidCharacter'],
    ['a name of blanks alone', ' \u00A0', password, 'username', 'field.invalidCharacter'],
    ['a name with an invalid character', "ann'", password, 'username', 'field.invalidCharacter'],
    ...(hardened ? [] : [['a password with a space', 'ann', 'two words', 'password', 'field.spaces'] as const]),
  ] as const)('rejects %s without a lookup or counting an attempt', async ([, name, secret, path, messageCode]) => {
    await testServer.query('delete from failed_attempts');
    vi.mocked(verify).mockClear();
    const { status, body } = await login(credentials(name, secret));
    expect([status, body.messageCode, body.errors]).toMatchObject([400, 'input.invalid', [{ path, messageCode }]]);
    expect(vi.mocked(verify)).not.toHaveBeenCalled();
    expect(await testServer.query('select from failed_attempts')).toEqual([]);
  });

  test('accepts a password with spaces in the hardened profile', async () => {
    const hardenedServer = await startTestServer({ databaseUrl: testServer.ownerUrl, securityProfile: 'hardened' });
    const passphrase = 'quiet harbour at dawn';
    const user = await createUser(testServer, { node: store, password_hash: await hash(passphrase) });
    expect((await signIn(hardenedServer, { ...user, secret: passphrase })).status).toBe(200);
  });

  test('treats the name as literal text, never as a pattern', async () => {
    for (const name of ['a%', '_nn', "ann' or true --", 'ann\u0000', '*'])
      expect((await login(credentials(name, password))).status).toBe(400);
  });
});

describe('a failed sign-in', () => {
  test('has the same response and hashing work for a wrong password, an unknown name and a user without a password', async () => {
    await createUser(testServer, { node: store, userName: 'no.password', password_hash: null });
    await login(credentials('first.of.all', 'x')); // the dummy hash for unknown users is created once
    const verifySpy = vi.mocked(verify);
    for (const [name, secret] of [
      ['ann', 'wrong'],
      ['nobody.here', password],
      ['nobody.here', 'wrong'],
      ['no.password', password],
      ['ann', 'x'.repeat(1000)],
    ] as const) {
      verifySpy.mockClear();
      const response = await login(credentials(name, secret));
      expect([response.status, response.body]).toEqual([400, wrongCredentials]);
      expect(verifySpy).toHaveBeenCalledTimes(1);
      expect(String(verifySpy.mock.calls[0]![0])).toContain('$m=8,t=1,p=1$');
    }
  });

  test('returns the same response for an empty password whether or not the name exists', async () => {
    const [knownNameResponse, unknownNameResponse] = [
      await login(credentials('ann', '')),
      await login(credentials('nobody.here', '')),
    ];
    expect(knownNameResponse.status).toBe(400);
    expect(knownNameResponse.text).toBe(unknownNameResponse.text);
  });

  test('reveals that a user is disabled only after the right password', async () => {
    const node = await createNode(testServer, { parent: acorn, nodeType: 'COMPANY', status: false });
    const childNode = await createNode(testServer, { parent: node, nodeType: 'STORE' });
    const disabledOrganisation = await createOrganisation(testServer, { status: false });
    const disabledUsers = [
      await createUser(testServer, { node: store, status: false }),
      await createUser(testServer, {
        node: store,
        roleId: await createRole(testServer, { organisation: store, status: false }),
      }),
      await createUser(testServer, { node }),
      await createUser(testServer, { node: childNode }),
      await createUser(testServer, { node: disabledOrganisation }),
    ];
    for (const { userName, host } of disabledUsers) {
      expect((await signIn(testServer, { userName, host })).body).toEqual(notAllowed);
      expect((await signIn(testServer, { userName, host, secret: 'wrong' })).body).toEqual(wrongCredentials);
    }
  });

  test('treats deleted users as unknown', async () => {
    const deletedUser = await createUser(testServer, { node: store, deleted_date: '2026-01-01T00:00:00Z' });
    expect((await signIn(testServer, deletedUser)).body).toEqual(wrongCredentials);
  });

  test('writes an audit entry with the reason and without the typed input', async () => {
    await login(credentials('ann', 'wrong-and-secret'));
    const [auditEntry] = await testServer.query(
      `select * from audit where action = 'session.refused' order by at desc, id desc limit 1`,
    );
    expect(auditEntry).toMatchObject({ org_id: acorn.id, entity_id: ann.id, actor_id: null, reason: 'signIn.wrong' });
    expect(JSON.stringify(auditEntry)).not.toContain('wrong-and-secret');
  });

  test.for([
    ['nothing', undefined],
    ['a list', []],
    ['a string', '"ann"'],
    ['a name that is a list', { ...credentials('ann', password), username: [base64('ann')] }],
    ['a name that is an object', { ...credentials('ann', password), username: { $gt: '' } }],
    ['a password that is a number', { ...credentials('ann', password), password: 12 }],
    ['a password that is true', { ...credentials('ann', password), password: true }],
    ['no host', { username: base64('ann'), password: base64(password) }],
    ['a name in plain text', { ...credentials('ann', password), username: 'ann!' }],
    ['base64 with a line break', { ...credentials('ann', password), password: `${base64(password)}\n` }],
    ['base64 that is not canonical', { ...credentials('ann', password), username: 'YW5=' }],
    ['base64url', { ...credentials('ann', password), password: '-_-_' }],
    [
      'bytes that are not UTF-8',
      { ...credentials('ann', password), username: Buffer.from([0xff, 0xfe]).toString('base64') },
    ],
    ['a password that is too long', credentials('ann', 'x'.repeat(1025))],
    ['a name that is much too long', credentials('x'.repeat(5000), password)],
  ] as const)('returns 400 for %s without verifying a password', async ([, body]) => {
    vi.mocked(verify).mockClear();
    const response = await login(
      body,
      'acorn.localhost',
      typeof body === 'string' ? { 'content-type': 'application/json' } : {},
    );
    expect(response.status).toBe(400);
    expect(response.body.messageCode).toMatch(/^input\./);
    expect(verify).not.toHaveBeenCalled();
  });

  test('returns 503 with Retry-After when the hashing queue is full', async () => {
    const busyServer = await startTestServer({
      databaseUrl: testServer.ownerUrl,
      hashAtOnce: 1,
      hashQueueSeconds: 0.01,
      hashMemoryKib: 65_536,
      hashPasses: 6,
    });
    const attempts = await Promise.all(
      Array.from({ length: 4 }, () => signIn(busyServer, { userName: 'nobody.here', host: acorn.host })),
    );
    const rejected = attempts.filter(({ status }) => status === 503);
    expect(rejected).toHaveLength(3);
    for (const response of rejected)
      expect([response.body.messageCode, Number(response.headers['retry-after'])]).toEqual([
        'service.busy',
        expect.toSatisfy((seconds: number) => seconds >= 1),
      ]);
    expect((await signIn(busyServer, ann)).status).toBe(200);
  });
});
