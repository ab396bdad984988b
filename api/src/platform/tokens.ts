import { SignJWT } from 'jose/jwt/sign';
import { jwtVerify } from 'jose/jwt/verify';
import { deriveKey } from './keys.ts';

const issuer = 'storeward';
const remembered = 10_000;

/** What an access token says: whose it is, which session it stands for, what it is bound to, until when. */
export type AccessToken = {
  readonly userId: string;
  readonly orgId: string;
  readonly sessionId: string;
  /** The hash of the cookie without which the token is worth nothing; or that it is for programs alone. */
  readonly binding: string;
  readonly ends: string;
};

/** What the tokens of a program are bound to: nothing, so no browser may use them. */
export const unbound = 'none';

/** Times of a token in seconds since 1970, taken from the database's clock. */
export type Lifetime = { readonly from: number; readonly until: number };

/** Makes and reads the signed tokens that a browser carries. */
export type Tokens = {
  readonly access: (
    claims: { userId: string; sessionId: string; orgId: string; binding: string },
    life: Lifetime,
  ) => Promise<string>;
  readonly id: (
    claims: Readonly<Record<string, unknown>> & { userId: string; orgId: string },
    life: Lifetime,
  ) => Promise<string>;
  /** Reads an access token; nothing when it is not one of ours. Whether it is still good, the session's row and the database's clock decide. */
  readonly read: (token: string) => Promise<AccessToken | undefined>;
};

/** Sets up tokens with keys of their own, one for each kind, so that one kind can never pass for another. */
export function tokens(secret: Uint8Array, previous?: Uint8Array): Tokens {
  const accessKey = deriveKey(secret, 'access-token');
  const idKey = deriveKey(secret, 'id-token');
  const readable = [accessKey, ...(previous ? [deriveKey(previous, 'access-token')] : [])];
  const signed = (
    typ: string,
    key: Uint8Array,
    claims: Record<string, unknown>,
    subject: string,
    audience: string,
    life: Lifetime,
  ) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', typ })
      .setIssuer(issuer)
      .setAudience(audience)
      .setSubject(subject)
      .setIssuedAt(life.from)
      .setExpirationTime(life.until)
      .sign(key);

  // a signature that was sound once stays so; how long the token is good is not decided here
  const sound = new Map<string, AccessToken>();

  return {
    access: ({ userId, sessionId, orgId, binding }, life) =>
      signed('at+jwt', accessKey, { sid: sessionId, bound: binding }, userId, orgId, life),
    id: ({ userId, orgId, ...claims }, life) => signed('id+jwt', idKey, claims, userId, orgId, life),
    async read(token) {
      const known = sound.get(token);
      if (known) return known;
      const claims = await verified(token);
      if (claims) sound.set(token, claims);
      if (sound.size > remembered) sound.delete(sound.keys().next().value!);
      return claims;
    },
  };

  async function verified(token: string): Promise<AccessToken | undefined> {
    for (const key of readable) {
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: ['HS256'],
          typ: 'at+jwt',
          issuer,
          requiredClaims: ['sub', 'aud', 'exp', 'sid', 'bound'],
          currentDate: new Date(0), // the database's clock decides, not this machine's
        });
        const { sid: sessionId, bound: binding, aud: orgId } = payload;
        if (typeof orgId !== 'string') return undefined;
        if (typeof binding !== 'string' || binding === '') return undefined;
        if (typeof sessionId !== 'string' || !/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(sessionId))
          return undefined;
        return { userId: payload.sub!, orgId, sessionId, binding, ends: new Date(payload.exp! * 1000).toISOString() };
      } catch {
        continue;
      }
    }
    return undefined;
  }
}
