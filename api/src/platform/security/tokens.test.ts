import { createHmac } from 'node:crypto';
import { jwtVerify, SignJWT, UnsecuredJWT } from 'jose';
import { beforeAll, expect, test } from 'vitest';
import { createOrganisation, createUser, type ApiClient, createClient } from '../../../test/builders.ts';
import { startTestServer, secretKey } from '../../../test/server.ts';
import { newId } from '../database/ids.ts';
import { deriveKey } from './keys.ts';
import { tokens, unboundToken } from './tokens.ts';

const testServer = await startTestServer();
const key = deriveKey(secretKey, 'access-token');
let client: ApiClient;
let claims: { sid: string; bound: string; sub: string; aud: string; iat: number; exp: number; iss: string };

beforeAll(async () => {
  client = await createClient(testServer, await createUser(testServer, { node: await createOrganisation(testServer) }));
  claims = JSON.parse(Buffer.from(client.token.split('.')[1]!, 'base64url').toString()) as typeof claims;
});

const response = async (authorization: string) =>
  (
    await testServer.request({
      url: `/user-management/users/${client.user.id}`,
      host: client.host,
      headers: { authorization },
    })
  ).status;
const encode = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
const written = (header: unknown, payload: unknown, editor: Uint8Array = key, hash = 'sha256') => {
  const signed = `${encode(header)}.${encode(payload)}`;
  return `${signed}.${createHmac(hash, editor).update(signed).digest('base64url')}`;
};
const validHeader = { alg: 'HS256', typ: 'at+jwt' };

test('accepts a token in our format', async () => {
  expect(await response(`Bearer ${written(validHeader, claims)}`)).toBe(200);
  expect(Object.keys(forgeries).length).toBeGreaterThan(60);
  expect(await response(`bearer ${client.token}`)).toBe(200);
});

const forgeries: Record<string, () => string | Promise<string>> = {
  'without a signature': () =>
    new UnsecuredJWT({ sid: claims.sid })
      .setSubject(claims.sub)
      .setAudience(claims.aud)
      .setIssuer('storeward')
      .setExpirationTime('1h')
      .encode(),
  'with the algorithm none in other case': () => `${encode({ alg: 'nOnE', typ: 'at+jwt' })}.${encode(claims)}.`,
  'with an empty signature': () => `${encode(validHeader)}.${encode(claims)}.`,
  'signed by an empty key': () => written(validHeader, claims, new Uint8Array()),
  'signed by the secret key itself': () => written(validHeader, claims, secretKey),
  'signed by the key of id tokens': () => written(validHeader, claims, deriveKey(secretKey, 'id-token')),
  'signed by an unknown key': () =>
    new SignJWT({ sid: claims.sid })
      .setProtectedHeader(validHeader)
      .setSubject(claims.sub)
      .setAudience(claims.aud)
      .setIssuer('storeward')
      .setExpirationTime('1h')
      .sign(new Uint8Array(32).fill(9)),
  'signed by HS384 with our key': () => written({ ...validHeader, alg: 'HS384' }, claims, key, 'sha384'),
  'signed by HS512 with our key': () => written({ ...validHeader, alg: 'HS512' }, claims, key, 'sha512'),
  'with alg RS256 and an HMAC': () => written({ ...validHeader, alg: 'RS256' }, claims),
  'with an embedded key in the header': () =>
    written({ ...validHeader, jwk: { kty: 'oct', k: encode('mine') } }, claims, Buffer.from('mine')),
  'with a URL for its key': () =>
    written({ ...validHeader, jku: 'http://127.0.0.1/keys', x5u: 'http://127.0.0.1/c' }, claims, Buffer.from('mine')),
  'with a path for its key': () => written({ ...validHeader, kid: '../../dev/null' }, claims, new Uint8Array()),
  'with an unknown crit header': () => written({ ...validHeader, crit: ['exp2'], exp2: 1 }, claims),
  'that is an id token': () => client.tokens.idToken,
  'that is a refresh token': () => client.tokens.refreshToken,
  'of another typ': () => written({ ...validHeader, typ: 'JWT' }, claims),
  'with the typ of an id token and the key of access tokens': () => written({ ...validHeader, typ: 'id+jwt' }, claims),
  'without a typ': () => written({ alg: 'HS256' }, claims),
  'by another issuer': () => written(validHeader, { ...claims, iss: 'elsewhere' }),
  'without an issuer': () => written(validHeader, { ...claims, iss: undefined }),
  'without an audience': () => written(validHeader, { ...claims, aud: undefined }),
  'without exp': () => written(validHeader, { ...claims, exp: undefined }),
  'whose exp is a string': () => written(validHeader, { ...claims, exp: '9999999999' }),
  'whose exp is out of range': () => written(validHeader, { ...claims, exp: 1e18 }),
  'that has expired': () => written(validHeader, { ...claims, exp: claims.iat - 1 }),
  'without a session': () => written(validHeader, { ...claims, sid: undefined }),
  'of an unknown session': () => written(validHeader, { ...claims, sid: newId() }),
  'whose session is not an id': () => written(validHeader, { ...claims, sid: "x' or true --" }),
  'whose session is a list': () => written(validHeader, { ...claims, sid: [claims.sid, claims.sid] }),
  'whose session is an object': () => written(validHeader, { ...claims, sid: { $gt: '' } }),
  'with an empty payload': () => written(validHeader, {}),
  'whose payload is a list': () => written(validHeader, []),
  'whose payload is not JSON': () => written(validHeader, 'not json'),
  'cut short': () => client.token.slice(0, -4),
  'of two parts': () => client.token.split('.').slice(0, 2).join('.'),
  'of four parts': () => `${client.token}.${encode('more')}`,
  'with one character of the payload changed': () => {
    const [head, body, sign] = client.token.split('.') as [string, string, string];
    return `${head}.${body.slice(0, 20)}${body[20] === 'A' ? 'B' : 'A'}${body.slice(21)}.${sign}`;
  },
  'with the payload of another user': () => {
    const [head, , sign] = client.token.split('.') as [string, string, string];
    return `${head}.${encode({ ...claims, sub: newId() })}.${sign}`;
  },
  'for another organisation': () => written(validHeader, { ...claims, aud: '01900000-0000-7000-8000-000000000001' }),
  'for several organisations': () => written(validHeader, { ...claims, aud: [claims.aud, 'another'] }),
  'of another user, signed with our key': () => written(validHeader, { ...claims, sub: newId() }),
  'without a user': () => written(validHeader, { ...claims, sub: undefined }),
  'without a binding': () => written(validHeader, { ...claims, bound: undefined }),
  'bound to an empty string': () => written(validHeader, { ...claims, bound: '' }),
  'bound to a missing cookie': () => written(validHeader, { ...claims, bound: encode('a cookie') }),
  'bound to a list': () => written(validHeader, { ...claims, bound: ['none'] }),
  'unbound, in other case': () => written(validHeader, { ...claims, bound: 'None' }),
  'bound to a key of Object.prototype': () => written(validHeader, { ...claims, bound: 'constructor' }),
  'whose session is in upper case': () => written(validHeader, { ...claims, sid: claims.sid.toUpperCase() }),
  'whose session has a trailing space': () => written(validHeader, { ...claims, sid: `${claims.sid} ` }),
  'whose session is its user': () => written(validHeader, { ...claims, sid: claims.sub }),
  'whose user is its session': () => written(validHeader, { ...claims, sub: claims.sid }),
  'whose exp is null': () => written(validHeader, { ...claims, exp: null }),
  'whose exp is out of range in the past': () => written(validHeader, { ...claims, exp: -1e18 }),
  'with alg ES256 and an HMAC': () => written({ ...validHeader, alg: 'ES256' }, claims),
  'with alg HS256 in lower case': () => written({ ...validHeader, alg: 'hs256' }, claims),
  'whose algorithm is a list': () => written({ ...validHeader, alg: ['HS256'] }, claims),
  'signed by the key of refresh tokens': () => written(validHeader, claims, deriveKey(secretKey, 'refresh-token')),
  'signed by the key of CSRF tokens': () => written(validHeader, claims, deriveKey(secretKey, 'page-mark')),
  'signed by the secret key in hexadecimal': () =>
    written(validHeader, claims, Buffer.from(Buffer.from(secretKey).toString('hex'))),
  'signed for another header': () => {
    const [, body, sign] = written({ ...validHeader, kid: '1' }, claims).split('.') as [string, string, string];
    return `${encode(validHeader)}.${body}.${sign}`;
  },
  'with a padded signature': () => `${client.token}=`,
  'with one character of the signature changed': () => {
    const index = client.token.lastIndexOf('.') + 1;
    return `${client.token.slice(0, index)}${client.token[index] === 'A' ? 'B' : 'A'}${client.token.slice(index + 1)}`;
  },
  'with one character of the header changed': () => `f${client.token.slice(1)}`,
  'that is very long': () => `${encode(validHeader)}.${encode({ ...claims, more: 'x'.repeat(5000) })}.x`,
  'that is plain text': () => 'letmein',
  'that is empty': () => '',
};

test.for(Object.entries(forgeries))('rejects a token %s', async ([, forge]) => {
  expect(await response(`Bearer ${await forge()}`)).toBe(401);
});

test.for(['Basic YW5uOnB3', 'Token x', 'Bearer', 'Bearer a b'])(
  'rejects other authorization schemes: %s',
  async (authorization) => {
    expect(await response(authorization)).toBe(401);
  },
);

test('accepts tokens signed with the previous key while it is configured', async () => {
  const previous = new Uint8Array(32).fill(5);
  const life = { from: claims.iat, until: claims.exp };
  const client = { userId: claims.sub, sessionId: claims.sid, orgId: claims.aud, binding: unboundToken };
  const old = await tokens(previous).access(client, life);
  expect(await tokens(secretKey).read(old)).toBeUndefined();
  expect(await tokens(secretKey, previous).read(old)).toMatchObject({ sessionId: claims.sid });
});

test('signs each kind of token with its own key', async () => {
  await expect(jwtVerify(client.tokens.accessToken, key)).resolves.toBeDefined();
  await expect(jwtVerify(client.tokens.idToken, key)).rejects.toThrow('signature');
});
