import { SignJWT } from 'jose/jwt/sign';
import { jwtVerify } from 'jose/jwt/verify';
import { deriveKey } from './keys.ts';

const issuer = 'storeward';
const maxCachedTokens = 10_000;

/** The claims of an access token. */
export type AccessToken = {
  readonly userId: string;
  readonly orgId: string;
  readonly sessionId: string;
  /** The hash of the session cookie that the token is bound to, or `unboundToken`. */
  readonly binding: string;
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
  /** Verifies the signature of an access token; undefined if it is invalid. Expiry and revocation are decided by the session's row and the database's clock. */
  readonly read: (token: string) => Promise<AccessToken | undefined>;
};

/** Uses a separate key for each kind of token, so that one kind is never accepted as the other. */
export function tokens(secret: Uint8Array, previous?: Uint8Array): Tokens {
  const accessKey = deriveKey(secret, 'access-token');
  const idKey = deriveKey(secret, 'id-token');
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
  const verifiedTokens = new Map<string, AccessToken>();

  return {
    access: ({ userId, sessionId, orgId, binding }, validity) =>
      sign('at+jwt', accessKey, { sid: sessionId, bound: binding }, userId, orgId, validity),
    id: ({ userId, orgId, ...claims }, validity) => sign('id+jwt', idKey, claims, userId, orgId, validity),
    async read(token) {
      const cached = verifiedTokens.get(token);
      if (cached) return cached;
      const claims = await verifyToken(token);
      if (claims) verifiedTokens.set(token, claims);
      if (verifiedTokens.size > maxCachedTokens) verifiedTokens.delete(verifiedTokens.keys().next().value!);
      return claims;
    },
  };

  async function verifyToken(token: string): Promise<AccessToken | undefined> {
    for (const key of verificationKeys) {
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: ['HS256'],
          typ: 'at+jwt',
          issuer,
          requiredClaims: ['sub', 'aud', 'exp', 'sid', 'bound'],
          currentDate: new Date(0), // disables the expiry check: the database's clock decides
        });
        const { sid: sessionId, bound: binding, aud: orgId } = payload;
        if (typeof orgId !== 'string') return undefined;
        if (typeof binding !== 'string' || binding === '') return undefined;
        if (typeof sessionId !== 'string' || !/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(sessionId))
          return undefined;
        return {
          userId: payload.sub!,
          orgId,
          sessionId,
          binding,
          expiresAt: new Date(payload.exp! * 1000).toISOString(),
        };
      } catch {
        continue;
      }
    }
    return undefined;
  }
}
