import { verify } from '@node-rs/argon2';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import {
  aNode,
  anOrganisation,
  aRole,
  aUser,
  base64,
  insert,
  make,
  password,
  type Person,
  type Place,
  platform,
  signedIn,
  signIn,
} from '../../test/builders.ts';
import { aServer, hardened } from '../../test/server.ts';
import { splitName } from './sign-in.ts';

vi.mock('@node-rs/argon2', { spy: true }); // the real one, counted

const wrong = {
  message: 'NotAuthorizedException: Message:Incorrect username or password.',
  messageCode: 'signIn.wrong',
  status: 400,
};
const notAllowed = {
  message: 'UserDisabledException: Message:You are not allowed to logged in, please contact system admin',
  messageCode: 'signIn.notAllowed',
  status: 400,
};

const house = await aServer();
let acorn: Place;
let beech: Place;
let store: Place;
let ann: Person;

beforeAll(async () => {
  [acorn, beech] = [await anOrganisation(house, { word: 'acorn' }), await anOrganisation(house, { word: 'beech' })];
  await insert(house, 'domains', { org_id: acorn.id, domain_name: 'acorn.second' });
  store = await aNode(house, { parent: acorn, nodeType: 'STORE' });
  ann = await aUser(house, { at: store, userName: 'ann', email_id: 'ann@acorn.example' });
});

const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as Record<string, unknown>;
const login = (body: unknown, host = 'acorn.localhost', headers = {}) =>
  house.ask({ method: 'POST', url: '/user-management/login', host, body, headers });
const credentials = (userName: string, secret: string, domainName = 'acorn.localhost') => ({
  username: base64(userName),
  password: base64(secret),
  domainName: base64(domainName),
});

describe('signing in', () => {
  test('gives three tokens, of which the id token says who it is and where they stand', async () => {
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
    expect(await house.rows('select user_id, binding from sessions where id = $1', [access['sid']])).toEqual([
      { user_id: ann.id, binding: null },
    ]);
  });

  test('begins a new session each time', async () => {
    const [one, other] = [await signedIn(house, ann), await signedIn(house, ann)];
    expect(claimsOf(one.token)['sid']).not.toBe(claimsOf(other.token)['sid']);
    expect(one.tokens.refreshToken).not.toBe(other.tokens.refreshToken);
  });

  test('knows somebody without a place or a role', async () => {
    const drifter = await aUser(house, { at: acorn, rights: null, nowhere: true });
    const { tokens } = await signedIn(house, drifter);
    expect(claimsOf(tokens.idToken)).toMatchObject({
      'custom:rootNode': null,
      'custom:rootNodeId': null,
      'custom:roles': '[]',
    });
  });

  test('on the global portal knows the people of the platform, who have no domain', async () => {
    const admin = await aUser(house, { at: platform, userName: 'over.all' });
    const { tokens } = await signedIn(house, admin);
    expect(claimsOf(tokens.idToken)).toMatchObject({
      'custom:username': 'over.all',
      'custom:rootNode': 'GLOBAL',
      'custom:rootNodeId': `NODE::${platform.id}`,
    });
    expect((await signIn(house, { userName: 'over.all', host: acorn.host })).body).toEqual(wrong);
  });

  test('takes the usual domain where none is typed, and another one of the portal where it is', async () => {
    await aUser(house, { at: store, userName: 'bob', domain_name: 'acorn.second', rights: [] });
    const typed = async (userName: string) => (await login(credentials(userName, password))).status;
    expect(await typed('ann')).toBe(200);
    expect(await typed('ANN@Acorn.Example')).toBe(200);
    expect(await typed('ann@acorn.second')).toBe(400);
    expect(await typed('bob')).toBe(400);
    expect(await typed('bob@acorn.second')).toBe(200);
  });

  test('splits a name only at a domain of the portal, since an @ may be part of the name', async () => {
    await aUser(house, { at: store, userName: 'carol@home.example', rights: [] });
    expect((await login(credentials('carol@home.example', password))).status).toBe(200);
    expect((await login(credentials('carol@home.example@acorn.example', password))).status).toBe(200);
    expect((await login(credentials('ann@beech.example', password))).body).toEqual(wrong);
    expect(splitName('@acorn.example', ['acorn.example'])).toEqual({
      userName: '@acorn.example',
      domainName: undefined,
    });
  });

  test('lets the host decide whose people are meant, and the domainName nothing', async () => {
    expect((await login(credentials('ann', password, beech.host))).status).toBe(200);
    expect((await login(credentials('ann', password, 'acorn.localhost:8080'), 'ACORN.localhost:9999')).status).toBe(
      200,
    );
    expect((await login(credentials('ann', password), beech.host)).body).toEqual(wrong);
    expect((await login(credentials('ann', password), 'nobody.localhost')).body).toMatchObject({
      status: 404,
      messageCode: 'tenant.unknown',
    });
    const forwarded = await login(credentials('ann', password), beech.host, {
      'x-forwarded-host': acorn.host,
      forwarded: `host=${acorn.host}`,
    });
    expect(forwarded.body).toEqual(wrong);
  });

  test.for([
    ['a name with a space', 'ann b', password, 'username', 'field.invalidCharacter'],
    ['a name with a space behind it', 'ann ', password, 'username', 'field.invalidCharacter'],
    ['a name with a sign no name has', "ann'", password, 'username', 'field.invalidCharacter'],
    ...(hardened ? [] : [['a password with a space', 'ann', 'two words', 'password', 'field.spaces'] as const]),
  ] as const)('neither looks for nor counts %s', async ([, name, secret, path, messageCode]) => {
    await house.rows('delete from attempts');
    vi.mocked(verify).mockClear();
    const { status, body } = await login(credentials(name, secret));
    expect([status, body.messageCode, body.errors]).toMatchObject([400, 'input.invalid', [{ path, messageCode }]]);
    expect(vi.mocked(verify)).not.toHaveBeenCalled();
    expect(await house.rows('select from attempts')).toEqual([]);
  });

  test('takes a password with spaces where the installation is hardened', async () => {
    const strict = await aServer({ databaseUrl: house.ownerUrl, securityProfile: 'hardened' });
    const words = 'quiet harbour at dawn';
    const person = await aUser(house, { at: store, password_hash: await make(words) });
    expect((await signIn(strict, { ...person, secret: words })).status).toBe(200);
  });

  test('puts nothing behind its name and password but letters: text is never a pattern', async () => {
    for (const name of ['a%', '_nn', "ann' or true --", 'ann\u0000', '*'])
      expect((await login(credentials(name, password))).status).toBe(400);
  });
});

describe('a refused sign-in', () => {
  test('says and costs the same for a wrong password, an unknown name and somebody without a password', async () => {
    await aUser(house, { at: store, userName: 'no.password', password_hash: null });
    await login(credentials('first.of.all', 'x')); // the hash that stands in for nobody's is made once
    const tried = vi.mocked(verify);
    for (const [name, secret] of [
      ['ann', 'wrong'],
      ['nobody.here', password],
      ['nobody.here', 'wrong'],
      ['no.password', password],
      ['ann', 'x'.repeat(1000)],
    ] as const) {
      tried.mockClear();
      const answer = await login(credentials(name, secret));
      expect([answer.status, answer.body]).toEqual([400, wrong]);
      expect(tried).toHaveBeenCalledTimes(1);
      expect(String(tried.mock.calls[0]![0])).toContain('$m=8,t=1,p=1$');
    }
  });

  test('says the same about an empty password, whether or not the name exists', async () => {
    const [known, unknown] = [await login(credentials('ann', '')), await login(credentials('nobody.here', ''))];
    expect(known.status).toBe(400);
    expect(known.text).toBe(unknown.text);
  });

  test('tells only those who know the password that they are not allowed', async () => {
    const place = await aNode(house, { parent: acorn, nodeType: 'COMPANY', status: false });
    const below = await aNode(house, { parent: place, nodeType: 'STORE' });
    const closed = await anOrganisation(house, { status: false });
    const shut = [
      await aUser(house, { at: store, status: false }),
      await aUser(house, { at: store, roleId: await aRole(house, { of: store, status: false }) }),
      await aUser(house, { at: place }),
      await aUser(house, { at: below }),
      await aUser(house, { at: closed }),
    ];
    for (const { userName, host } of shut) {
      expect((await signIn(house, { userName, host })).body).toEqual(notAllowed);
      expect((await signIn(house, { userName, host, secret: 'wrong' })).body).toEqual(wrong);
    }
  });

  test('does not know people who were deleted', async () => {
    const gone = await aUser(house, { at: store, deleted_date: '2026-01-01T00:00:00Z' });
    expect((await signIn(house, gone)).body).toEqual(wrong);
  });

  test('leaves a mark that says why, without the name that was typed', async () => {
    await login(credentials('ann', 'wrong-and-secret'));
    const [mark] = await house.rows(
      `select * from audit where action = 'session.refused' order by at desc, id desc limit 1`,
    );
    expect(mark).toMatchObject({ org_id: acorn.id, entity_id: ann.id, actor_id: null, reason: 'signIn.wrong' });
    expect(JSON.stringify(mark)).not.toContain('wrong-and-secret');
  });

  test.for([
    ['nothing', undefined],
    ['a list', []],
    ['a text', '"ann"'],
    ['a name that is a list', { ...credentials('ann', password), username: [base64('ann')] }],
    ['a name that is an object', { ...credentials('ann', password), username: { $gt: '' } }],
    ['a password that is a number', { ...credentials('ann', password), password: 12 }],
    ['a password that is true', { ...credentials('ann', password), password: true }],
    ['no host', { username: base64('ann'), password: base64(password) }],
    ['a name in plain text', { ...credentials('ann', password), username: 'ann!' }],
    ['base64 with a line break', { ...credentials('ann', password), password: `${base64(password)}\n` }],
    ['base64 that is not the shortest', { ...credentials('ann', password), username: 'YW5=' }],
    ['base64 for addresses', { ...credentials('ann', password), password: '-_-_' }],
    [
      'bytes that are no text',
      { ...credentials('ann', password), username: Buffer.from([0xff, 0xfe]).toString('base64') },
    ],
    ['a password that is too long', credentials('ann', 'x'.repeat(1025))],
    ['a name that is much too long', credentials('x'.repeat(5000), password)],
  ] as const)('is malformed with %s, and no password is tried', async ([, body]) => {
    vi.mocked(verify).mockClear();
    const answer = await login(
      body,
      'acorn.localhost',
      typeof body === 'string' ? { 'content-type': 'application/json' } : {},
    );
    expect(answer.status).toBe(400);
    expect(answer.body.messageCode).toMatch(/^input\./);
    expect(verify).not.toHaveBeenCalled();
  });

  test('asks to come back later when too many wait for their password to be checked', async () => {
    const narrow = await aServer({
      databaseUrl: house.ownerUrl,
      hashAtOnce: 1,
      hashQueueSeconds: 0.01,
      hashMemoryKib: 65_536,
      hashPasses: 6,
    });
    const tries = await Promise.all(
      Array.from({ length: 4 }, () => signIn(narrow, { userName: 'nobody.here', host: acorn.host })),
    );
    const busy = tries.filter(({ status }) => status === 503);
    expect(busy).toHaveLength(3);
    for (const answer of busy)
      expect([answer.body.messageCode, Number(answer.headers['retry-after'])]).toEqual([
        'service.busy',
        expect.toSatisfy((seconds: number) => seconds >= 1),
      ]);
    expect((await signIn(narrow, ann)).status).toBe(200);
  });
});
