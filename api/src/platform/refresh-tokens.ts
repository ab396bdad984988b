import { createHmac, timingSafeEqual } from 'node:crypto';
import { deriveKey } from './keys.ts';

/** What a refresh token says: whose session it renews, and which renewal it came from. */
export type RefreshToken = { readonly sessionId: string; readonly generation: number };

/**
 * Refresh tokens that say what they are for: nothing of them is stored, the next one of a session can be made again, and
 * one that was used up can be told from one that somebody made up.
 */
export type RefreshTokens = {
  readonly make: (token: RefreshToken) => string;
  /** Reads a token; nothing when it is not one of ours. Whether it is still good, the session's row decides. */
  readonly read: (text: string) => RefreshToken | undefined;
};

const idLength = 16;
const bodyLength = idLength + 4;
const tagLength = 32;

/** Sets up refresh tokens with a key of their own; what the key before the present one has signed can still be read. */
export function refreshTokens(secret: Uint8Array, previous?: Uint8Array): RefreshTokens {
  const keys = [secret, ...(previous ? [previous] : [])].map((key) => deriveKey(key, 'refresh-token'));
  const tag = (key: Uint8Array, body: Uint8Array) => createHmac('sha256', key).update(body).digest();
  return {
    make({ sessionId, generation }) {
      const body = Buffer.alloc(bodyLength);
      body.write(sessionId.replaceAll('-', ''), 'hex');
      body.writeUInt32BE(generation, idLength);
      return Buffer.concat([body, tag(keys[0]!, body)]).toString('base64url');
    },
    read(text) {
      const bytes = Buffer.from(text, 'base64url');
      if (bytes.length !== bodyLength + tagLength || bytes.toString('base64url') !== text) return undefined;
      const [body, found] = [bytes.subarray(0, bodyLength), bytes.subarray(bodyLength)];
      if (!keys.some((key) => timingSafeEqual(tag(key, body), found))) return undefined;
      const sessionId = body
        .toString('hex', 0, idLength)
        .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
      return { sessionId, generation: body.readUInt32BE(idLength) };
    },
  };
}
