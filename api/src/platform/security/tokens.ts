import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose/jwt/sign';
import { jwtVerify } from 'jose/jwt/verify';
import type { JWTPayload } from 'jose';
import { recentEntries } from '../recent-entries.ts';
import { deriveKey } from './keys.ts';

const issuer = 'storeward';
const [maxCachedTokens, keepTokenMs] = [10_000, 300_000];

/** The claims of an access token. */
export type AccessToken = {
  readonly userId: string;
  readonly orgId: string;
  readonly sessionId: string;
  /** The hash of the session cookie that the token is bound to, or `unboundToken`. */
  readonly binding: string;
  readonly expiresAt: string;
};

/** The claims of an access token that a service account got for its API key (OAuth client credentials). */
export type ClientToken = {
  readonly accountId: string;
  readonly orgId: string;
  /** The prefix of the API key. */
  readonly clientId: string;
  readonly expiresAt: string;
};

/** The binding of tokens for non-browser clients; browsers may not use them. */
export const unboundToken = 'none';

/** Unix timestamps (seconds) by the database's clock. */
export type TokenValidity = { readonly from: number; readonly until: number };

/** Signs and verifies JWTs: access tokens and id tokens. */
export type Tokens = {
  readonly access: (
    claims: { userId: string; sessionId: string; orgId: string; binding: string },
    validity: TokenValidity,
  ) => Promise<string>;
  readonly id: (
    claims: Readonly<Record<string, unknown>> & { userId: string; orgId: string },
    validity: TokenValidity,
  ) => Promise<string>;
  /** An access token for an API key, with the claims of RFC 9068. */
  readonly client: (claims: Omit<ClientToken, 'expiresAt'>, validity: TokenValidity) => Promise<string>;
  /** Verifies the signature of such a token; undefined if it is invalid. The row of the key decides whether it is accepted. */
  readonly readClient: (token: string) => Promise<ClientToken | undefined>;
  /** Verifies the signature of an access token; undefined if it is invalid. Expiry and revocation are decided by the session's row and the database's clock. */
  readonly read: (token: string) => Promise<AccessToken | undefined>;
};

/** Uses a separate key for each kind of token, so that one kind is never accepted as the other. */
export function tokens(secret: Uint8Array, previous?: Uint8Array): Tokens {
  const accessKey = deriveKey(secret, 'access-token');
  const idKey = deriveKey(secret, 'id-token');
  const clientKeys = [secret, ...(previous ? [previous] : [])].map((key) => deriveKey(key, 'client-token'));
  const verificationKeys = [accessKey, ...(previous ? [deriveKey(previous, 'access-token')] : [])];
  const sign = (
    typ: string,
    key: Uint8Array,
    claims: Record<string, unknown>,
    subject: string,
    audience: string,
    validity: TokenValidity,
  ) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', typ })
      .setIssuer(issuer)
      .setAudience(audience)
      .setSubject(subject)
      .setIssuedAt(validity.from)
      .setExpirationTime(validity.until)
      .sign(key);

  // cache of verified tokens; safe since expiry is not checked here
  const verifiedTokens = recentEntries<AccessToken>(maxCachedTokens, keepTokenMs);

  return {
    access: ({ userId, sessionId, orgId, binding }, validity) =>
      sign('at+jwt', accessKey, { sid: sessionId, bound: binding }, userId, orgId, validity),
    id: ({ userId, orgId, ...claims }, validity) => sign('id+jwt', idKey, claims, userId, orgId, validity),
    client: ({ accountId, orgId, clientId }, validity) =>
      sign('at+jwt', clientKeys[0]!, { client_id: clientId, jti: randomUUID() }, accountId, orgId, validity),
    async readClient(token) {
      const verified = await verify(token, clientKeys, ['sub', 'aud', 'exp', 'client_id']);
      const { aud: orgId, client_id: clientId, sub: accountId } = verified?.payload ?? {};
      if (!verified || typeof orgId !== 'string' || typeof clientId !== 'string' || !accountId) return undefined;
      return { accountId, orgId, clientId, expiresAt: verified.expiresAt };
    },
    async read(token) {
      const cached = verifiedTokens.get(token);
      if (cached) return cached;
      const claims = await verifyToken(token);
      if (claims) verifiedTokens.set(token, claims);
      return claims;
    },
  };

  async function verifyToken(token: string): Promise<AccessToken | undefined> {
    const verified = await verify(token, verificationKeys, ['sub', 'aud', 'exp', 'sid', 'bound']);
    if (!verified) return undefined;
    const { payload, expiresAt } = verified;
    const { sid: sessionId, bound: binding, aud: orgId } = payload;
    if (typeof orgId !== 'string') return undefined;
    if (typeof binding !== 'string' || binding === '') return undefined;
    if (typeof sessionId !== 'string' || !/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(sessionId)) return undefined;
    return { userId: payload.sub!, orgId, sessionId, binding, expiresAt };
  }
}

/** The claims of an access token that one of the keys signed; undefined if none did, or a claim is missing. */
async function verify(
  token: string,
  keys: readonly Uint8Array[],
  requiredClaims: readonly string[],
): Promise<{ readonly payload: JWTPayload; readonly expiresAt: string } | undefined> {
  for (const key of keys) {
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: ['HS256'],
        typ: 'at+jwt',
        issuer,
        requiredClaims: [...requiredClaims],
        currentDate: new Date(0), // disables the expiry check: the database's clock decides
      });
      return { payload, expiresAt: new Date(payload.exp! * 1000).toISOString() };
    } catch {
      continue;
    }
  }
  return undefined;
}
