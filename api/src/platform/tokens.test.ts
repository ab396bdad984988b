import { createHmac } from 'node:crypto';
import { jwtVerify, SignJWT, UnsecuredJWT } from 'jose';
import { beforeAll, expect, test } from 'vitest';
import { anOrganisation, aUser, type Caller, signedIn } from '../../test/builders.ts';
import { aServer, secretKey } from '../../test/server.ts';
import { newId } from './ids.ts';
import { deriveKey } from './keys.ts';
import { tokens, unbound } from './tokens.ts';

const house = await aServer();
const key = deriveKey(secretKey, 'access-token');
let caller: Caller;
let claims: { sid: string; bound: string; sub: string; aud: string; iat: number; exp: number; iss: string };

beforeAll(async () => {
  caller = await signedIn(house, await aUser(house, { at: await anOrganisation(house) }));
  claims = JSON.parse(Buffer.from(caller.token.split('.')[1]!, 'base64url').toString()) as typeof claims;
});

const answered = async (authorization: string) =>
  (
    await house.ask({
      url: `/user-management/users/${caller.person.id}`,
      host: caller.host,
      headers: { authorization },
    })
  ).status;
const encode = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
const written = (header: unknown, payload: unknown, by: Uint8Array = key, hash = 'sha256') => {
  const signed = `${encode(header)}.${encode(payload)}`;
  return `${signed}.${createHmac(hash, by).update(signed).digest('base64url')}`;
};
const sound = { alg: 'HS256', typ: 'at+jwt' };

test('takes a token that is written as ours are', async () => {
  expect(await answered(`Bearer ${written(sound, claims)}`)).toBe(200);
  expect(Object.keys(forgeries).length).toBeGreaterThan(60);
  expect(await answered(`bearer ${caller.token}`)).toBe(200);
});

const forgeries: Record<string, () => string | Promise<string>> = {
  'without a signature': () =>
    new UnsecuredJWT({ sid: claims.sid })
      .setSubject(claims.sub)
      .setAudience(claims.aud)
      .setIssuer('storeward')
      .setExpirationTime('1h')
      .encode(),
  'with the algorithm none in other letters': () => `${encode({ alg: 'nOnE', typ: 'at+jwt' })}.${encode(claims)}.`,
  'with an empty signature': () => `${encode(sound)}.${encode(claims)}.`,
  'signed by an empty key': () => written(sound, claims, new Uint8Array()),
  'signed by the secret key itself': () => written(sound, claims, secretKey),
  'signed by the key of id tokens': () => written(sound, claims, deriveKey(secretKey, 'id-token')),
  'signed by a stranger': () =>
    new SignJWT({ sid: claims.sid })
      .setProtectedHeader(sound)
      .setSubject(claims.sub)
      .setAudience(claims.aud)
      .setIssuer('storeward')
      .setExpirationTime('1h')
      .sign(new Uint8Array(32).fill(9)),
  'signed by HS384 with our key': () => written({ ...sound, alg: 'HS384' }, claims, key, 'sha384'),
  'signed by HS512 with our key': () => written({ ...sound, alg: 'HS512' }, claims, key, 'sha512'),
  'that says RS256 with an HMAC': () => written({ ...sound, alg: 'RS256' }, claims),
  'with a key of its own in the header': () =>
    written({ ...sound, jwk: { kty: 'oct', k: encode('mine') } }, claims, Buffer.from('mine')),
  'with an address for its key': () =>
    written({ ...sound, jku: 'http://127.0.0.1/keys', x5u: 'http://127.0.0.1/c' }, claims, Buffer.from('mine')),
  'with a path for its key': () => written({ ...sound, kid: '../../dev/null' }, claims, new Uint8Array()),
  'with a header part nobody knows but must': () => written({ ...sound, crit: ['exp2'], exp2: 1 }, claims),
  'that is an id token': () => caller.tokens.idToken,
  'that is a refresh token': () => caller.tokens.refreshToken,
  'of another kind': () => written({ ...sound, typ: 'JWT' }, claims),
  'of the kind of an id token, with the other key': () => written({ ...sound, typ: 'id+jwt' }, claims),
  'without a kind': () => written({ alg: 'HS256' }, claims),
  'by another issuer': () => written(sound, { ...claims, iss: 'elsewhere' }),
  'without an issuer': () => written(sound, { ...claims, iss: undefined }),
  'without an audience': () => written(sound, { ...claims, aud: undefined }),
  'without an end': () => written(sound, { ...claims, exp: undefined }),
  'whose end is a text': () => written(sound, { ...claims, exp: '9999999999' }),
  'whose end is beyond all time': () => written(sound, { ...claims, exp: 1e18 }),
  'that has ended': () => written(sound, { ...claims, exp: claims.iat - 1 }),
  'without a session': () => written(sound, { ...claims, sid: undefined }),
  'of a session that never was': () => written(sound, { ...claims, sid: newId() }),
  'whose session is no id': () => written(sound, { ...claims, sid: "x' or true --" }),
  'whose session is a list': () => written(sound, { ...claims, sid: [claims.sid, claims.sid] }),
  'whose session is an object': () => written(sound, { ...claims, sid: { $gt: '' } }),
  'with nothing in it': () => written(sound, {}),
  'whose payload is a list': () => written(sound, []),
  'whose payload is no JSON': () => written(sound, 'not json'),
  'cut short': () => caller.token.slice(0, -4),
  'of two parts': () => caller.token.split('.').slice(0, 2).join('.'),
  'of four parts': () => `${caller.token}.${encode('more')}`,
  'with one letter of the payload changed': () => {
    const [head, body, sign] = caller.token.split('.') as [string, string, string];
    return `${head}.${body.slice(0, 20)}${body[20] === 'A' ? 'B' : 'A'}${body.slice(21)}.${sign}`;
  },
  'with the payload of somebody else': () => {
    const [head, , sign] = caller.token.split('.') as [string, string, string];
    return `${head}.${encode({ ...claims, sub: newId() })}.${sign}`;
  },
  'for another organisation': () => written(sound, { ...claims, aud: '01900000-0000-7000-8000-000000000001' }),
  'for several organisations': () => written(sound, { ...claims, aud: [claims.aud, 'another'] }),
  'of somebody else, signed as ours are': () => written(sound, { ...claims, sub: newId() }),
  'of nobody': () => written(sound, { ...claims, sub: undefined }),
  'that does not say what it is bound to': () => written(sound, { ...claims, bound: undefined }),
  'bound to an empty text': () => written(sound, { ...claims, bound: '' }),
  'bound to a cookie that is not there': () => written(sound, { ...claims, bound: encode('a cookie') }),
  'bound to a list': () => written(sound, { ...claims, bound: ['none'] }),
  'bound to nothing, in other letters': () => written(sound, { ...claims, bound: 'None' }),
  'bound to what every object has': () => written(sound, { ...claims, bound: 'constructor' }),
  'whose session is in capitals': () => written(sound, { ...claims, sid: claims.sid.toUpperCase() }),
  'whose session has a space behind it': () => written(sound, { ...claims, sid: `${claims.sid} ` }),
  'whose session is its user': () => written(sound, { ...claims, sid: claims.sub }),
  'whose user is its session': () => written(sound, { ...claims, sub: claims.sid }),
  'whose end is none': () => written(sound, { ...claims, exp: null }),
  'whose end is before all time': () => written(sound, { ...claims, exp: -1e18 }),
  'that says ES256 with an HMAC': () => written({ ...sound, alg: 'ES256' }, claims),
  'that says HS256 in small letters': () => written({ ...sound, alg: 'hs256' }, claims),
  'whose algorithm is a list': () => written({ ...sound, alg: ['HS256'] }, claims),
  'signed by the key of refresh tokens': () => written(sound, claims, deriveKey(secretKey, 'refresh-token')),
  'signed by the key of page marks': () => written(sound, claims, deriveKey(secretKey, 'page-mark')),
  'signed by the secret key in letters': () =>
    written(sound, claims, Buffer.from(Buffer.from(secretKey).toString('hex'))),
  'signed for another head': () => {
    const [, body, sign] = written({ ...sound, kid: '1' }, claims).split('.') as [string, string, string];
    return `${encode(sound)}.${body}.${sign}`;
  },
  'with a signature that is not the shortest': () => `${caller.token}=`,
  'with one letter of the signature changed': () => {
    const at = caller.token.lastIndexOf('.') + 1;
    return `${caller.token.slice(0, at)}${caller.token[at] === 'A' ? 'B' : 'A'}${caller.token.slice(at + 1)}`;
  },
  'with one letter of the head changed': () => `f${caller.token.slice(1)}`,
  'that is very long': () => `${encode(sound)}.${encode({ ...claims, more: 'x'.repeat(5000) })}.x`,
  'that is a text': () => 'letmein',
  'that is empty': () => '',
};

test.for(Object.entries(forgeries))('takes no token %s', async ([, forge]) => {
  expect(await answered(`Bearer ${await forge()}`)).toBe(401);
});

test.for(['Basic YW5uOnB3', 'Token x', 'Bearer', 'Bearer a b'])(
  'takes no other way of saying who one is: %s',
  async (authorization) => {
    expect(await answered(authorization)).toBe(401);
  },
);

test('still reads tokens that were signed with the key before, while that one is named', async () => {
  const previous = new Uint8Array(32).fill(5);
  const life = { from: claims.iat, until: claims.exp };
  const who = { userId: claims.sub, sessionId: claims.sid, orgId: claims.aud, binding: unbound };
  const old = await tokens(previous).access(who, life);
  expect(await tokens(secretKey).read(old)).toBeUndefined();
  expect(await tokens(secretKey, previous).read(old)).toMatchObject({ sessionId: claims.sid });
});

test('signs each kind of token with a key of its own', async () => {
  await expect(jwtVerify(caller.tokens.accessToken, key)).resolves.toBeDefined();
  await expect(jwtVerify(caller.tokens.idToken, key)).rejects.toThrow('signature');
});
